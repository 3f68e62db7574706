{{- /* Applies `pods` and the values of one worker to a pod template. Maps are merged, lists are appended. */ -}}
{{- define "auspex.pod" -}}
{{- $pod := .template.spec -}}
{{- $container := first $pod.containers -}}
{{- $metadata := .template.metadata -}}
{{- with .root.Values.image.pullPolicy }}{{ $_ := set $container "imagePullPolicy" . }}{{ end -}}
{{- with .root.Values.image.pullSecrets }}{{ $_ := set $pod "imagePullSecrets" . }}{{ end -}}
{{- if and .root.Values.pods.assignedUser $pod.securityContext -}}
{{- $_ := set $pod "securityContext" (omit $pod.securityContext "runAsUser" "runAsGroup" "fsGroup") -}}
{{- end -}}
{{- range $change := list .root.Values.pods .change -}}
{{- with $change.annotations }}{{ $_ := set $metadata "annotations" (mergeOverwrite ($metadata.annotations | default dict) .) }}{{ end -}}
{{- /* Labels of ../base select pods, so they cannot be replaced. */ -}}
{{- with $change.labels }}{{ $_ := set $metadata "labels" (merge ($metadata.labels | default dict) .) }}{{ end -}}
{{- with $change.nodeSelector }}{{ $_ := set $pod "nodeSelector" (mergeOverwrite ($pod.nodeSelector | default dict) .) }}{{ end -}}
{{- with $change.affinity }}{{ $_ := set $pod "affinity" . }}{{ end -}}
{{- with $change.tolerations }}{{ $_ := set $pod "tolerations" (concat ($pod.tolerations | default list) .) }}{{ end -}}
{{- with $change.extraVolumes }}{{ $_ := set $pod "volumes" (concat ($pod.volumes | default list) .) }}{{ end -}}
{{- with $change.extraContainers }}{{ $_ := set $pod "containers" (concat $pod.containers .) }}{{ end -}}
{{- with $change.extraEnv }}{{ $_ := set $container "env" (concat ($container.env | default list) .) }}{{ end -}}
{{- with $change.extraEnvFrom }}{{ $_ := set $container "envFrom" (concat ($container.envFrom | default list) .) }}{{ end -}}
{{- with $change.extraVolumeMounts }}{{ $_ := set $container "volumeMounts" (concat ($container.volumeMounts | default list) .) }}{{ end -}}
{{- with $change.resources }}{{ $_ := set $container "resources" (mergeOverwrite ($container.resources | default dict) .) }}{{ end -}}
{{- end -}}
{{- end -}}

{{- /* Applies the annotations of ServiceAccounts. */ -}}
{{- define "auspex.account" -}}
{{- $annotations := mergeOverwrite (deepCopy .root.Values.pods.serviceAccountAnnotations) (.change.serviceAccountAnnotations | default dict) -}}
{{- with $annotations }}{{ $_ := set $.object.metadata "annotations" (mergeOverwrite ($.object.metadata.annotations | default dict) .) }}{{ end -}}
{{- end -}}

{{- /* With namePrefix: prefixes the name of an object and of the objects that it names, and adds the label of the instance to it and to its selectors. */ -}}
{{- define "auspex.prefix" -}}
{{- $prefix := .root.Values.namePrefix -}}
{{- if $prefix -}}
{{- $object := .object -}}
{{- $instance := dict "app.kubernetes.io/instance" (trimSuffix "-" $prefix) -}}
{{- $_ := set $object.metadata "name" (printf "%s%s" $prefix $object.metadata.name) -}}
{{- $_ := set $object.metadata "labels" (mergeOverwrite ($object.metadata.labels | default dict) $instance) -}}
{{- $spec := $object.spec | default dict -}}
{{- with $spec.scaleTargetRef }}{{ $_ := set . "name" (printf "%s%s" $prefix .name) }}{{ end -}}
{{- if eq $object.kind "Service" }}{{ $_ := set $spec "selector" (mergeOverwrite $spec.selector $instance) }}{{ end -}}
{{- if has $object.kind (list "Deployment" "PodDisruptionBudget") -}}
{{- $_ := set $spec.selector "matchLabels" (mergeOverwrite $spec.selector.matchLabels $instance) -}}
{{- end -}}
{{- if eq $object.kind "NetworkPolicy" -}}
{{- /* The servers of a namespace are shared by its fleets. */ -}}
{{- if not (has (get ($spec.podSelector.matchLabels | default dict) "app.kubernetes.io/name") (list "nats" "otel-collector")) -}}
{{- $_ := set $spec.podSelector "matchLabels" (mergeOverwrite ($spec.podSelector.matchLabels | default dict) $instance) -}}
{{- end -}}
{{- end -}}
{{- if has $object.kind (list "Deployment" "Job") -}}
{{- $template := $spec.template -}}
{{- $_ := set $template.metadata "labels" (mergeOverwrite ($template.metadata.labels | default dict) $instance) -}}
{{- $pod := $template.spec -}}
{{- with $pod.serviceAccountName }}{{ $_ := set $pod "serviceAccountName" (printf "%s%s" $prefix .) }}{{ end -}}
{{- range $pod.topologySpreadConstraints -}}
{{- $_ := set .labelSelector "matchLabels" (mergeOverwrite .labelSelector.matchLabels $instance) -}}
{{- end -}}
{{- $container := first $pod.containers -}}
{{- range $container.envFrom -}}
{{- with .configMapRef }}{{ $_ := set . "name" (printf "%s%s" $prefix .name) }}{{ end -}}
{{- with .secretRef }}{{ $_ := set . "name" (printf "%s%s" $prefix .name) }}{{ end -}}
{{- end -}}
{{- range $container.env -}}
{{- if eq .name "AUSPEX_GATEWAY_URL" }}{{ $_ := set . "value" (printf "http://%sgateway" $prefix) }}{{ end -}}
{{- end -}}
{{- range $pod.volumes -}}
{{- with .persistentVolumeClaim }}{{ if eq .claimName "objects" }}{{ $_ := set . "claimName" (printf "%sobjects" $prefix) }}{{ end }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
