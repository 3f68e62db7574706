{{- /* Documents of a file of ../base, as a list under the key "items". */ -}}
{{- define "auspex.documents" -}}
{{- $items := list -}}
{{- range regexSplit "(?m)^---\\s*$" .text -1 -}}
{{- with fromYaml . -}}{{- $items = append $items . -}}{{- end -}}
{{- end -}}
{{- dict "items" $items | toYaml -}}
{{- end -}}

{{- /* An object with namespace and label, as the kustomization of ../base adds them, and the prefix of its name. `foreign` objects are not of ../base. */ -}}
{{- define "auspex.object" -}}
{{- $metadata := .object.metadata -}}
{{- if not .foreign -}}
{{- $_ := set $metadata "labels" (merge (dict "app.kubernetes.io/part-of" "auspex") ($metadata.labels | default dict)) -}}
{{- end -}}
{{- if .namespaced -}}
{{- $_ := set $metadata "namespace" .root.Release.Namespace -}}
{{- include "auspex.prefix" (dict "root" .root "object" .object) -}}
{{- end -}}
{{- toYaml .object -}}
{{- end -}}

{{- /* The name of an object of this release. */ -}}
{{- define "auspex.name" -}}
{{- printf "%s%s" .root.Values.namePrefix .name -}}
{{- end -}}

{{- /* The image of a service: by digest, or by tag if one is set. */ -}}
{{- define "auspex.image" -}}
{{- $image := .root.Values.image -}}
{{- if $image.tag -}}
{{- printf "%s/%s:%s" $image.registry .service $image.tag -}}
{{- else -}}
{{- $digest := required (printf "image.digests.%s must be set: the digest of the image that you have pushed" .service) (get $image.digests .service) -}}
{{- printf "%s/%s@%s" $image.registry .service $digest -}}
{{- end -}}
{{- end -}}

{{- /* Settings of a ConfigMap: the file or the literals of ../base, and the values over them. */ -}}
{{- define "auspex.settings" -}}
{{- $settings := dict -}}
{{- $lines := list -}}
{{- if eq .map "fleet" -}}
{{- $lines = .root.Files.Lines "files/base/fleet.env" -}}
{{- else -}}
{{- $kustomization := .root.Files.Get (printf "files/base/%s/kustomization.yaml" .map) | fromYaml -}}
{{- $lines = (first $kustomization.configMapGenerator).literals -}}
{{- end -}}
{{- range $lines -}}
{{- if and . (not (hasPrefix "#" .)) -}}
{{- $pair := splitn "=" 2 . -}}
{{- $_ := set $settings $pair._0 $pair._1 -}}
{{- end -}}
{{- end -}}
{{- if and (eq .map "fleet") .root.Values.tls.enabled -}}
{{- range $server := list "NATS" "POSTGRES" "REDIS" -}}
{{- range $kind, $file := dict "CA" "ca.crt" "CERT" "tls.crt" "KEY" "tls.key" -}}
{{- $_ := set $settings (printf "AUSPEX_%s_%s_FILE" $server $kind) (printf "/tls/%s" $file) -}}
{{- end -}}
{{- end -}}
{{- $_ := set $settings "AUSPEX_REDIS_URL" "rediss://valkey:6379" -}}
{{- end -}}
{{- if and (eq .map "fleet") .root.Values.embedder.enabled -}}
{{- $_ := set $settings "AUSPEX_EMBEDDINGS_URL" (printf "http://%sembedder:8000" .root.Values.namePrefix) -}}
{{- end -}}
{{- if and (has .map (list "researcher" "gateway")) .root.Values.browser.enabled -}}
{{- $_ := set $settings "AUSPEX_BROWSER_URL" (printf "http://%sbrowser:9222" .root.Values.namePrefix) -}}
{{- end -}}
{{- toYaml (mergeOverwrite $settings (get .root.Values.settings .map | default dict)) -}}
{{- end -}}

{{- /* The value of a setting in a worker: its own, or that of the fleet. */ -}}
{{- define "auspex.setting" -}}
{{- $own := include "auspex.settings" (dict "root" .root "map" .map) | fromYaml -}}
{{- $fleet := include "auspex.settings" (dict "root" .root "map" "fleet") | fromYaml -}}
{{- get $own .name | default (get $fleet .name) -}}
{{- end -}}

{{- /* Seconds of the grace period of a pod: those of AUSPEX_WORKER_GRACE, and 10 to flush, or 20 where model calls are waited for. */ -}}
{{- define "auspex.grace" -}}
{{- $grace := include "auspex.setting" (dict "root" .root "map" .map "name" "AUSPEX_WORKER_GRACE") -}}
{{- if not (regexMatch "^[0-9]+(s|m)$" $grace) -}}
{{- fail (printf "settings of %s: AUSPEX_WORKER_GRACE is %q; the chart reads whole seconds or minutes, such as 340s or 6m" .map $grace) -}}
{{- end -}}
{{- $number := regexFind "^[0-9]+" $grace | int -}}
{{- $seconds := ternary (mul $number 60) $number (hasSuffix "m" $grace) | int -}}
{{- add $seconds (ternary 20 10 (gt $seconds 60)) -}}
{{- end -}}

{{- /* Adds the certificates of ../components/tls to a pod. */ -}}
{{- define "auspex.tls" -}}
{{- if .root.Values.tls.enabled -}}
{{- $container := first .pod.containers -}}
{{- $mount := dict "name" "tls" "mountPath" "/tls" "readOnly" true -}}
{{- $authority := dict "configMap" (dict "name" .root.Values.tls.authority "items" (list (dict "key" "ca.crt" "path" "ca.crt"))) -}}
{{- $items := list (dict "key" "tls.crt" "path" "tls.crt") (dict "key" "tls.key" "path" "tls.key") -}}
{{- $own := dict "secret" (dict "name" (printf "%s%s-tls" .root.Values.namePrefix .name) "items" $items) -}}
{{- $volume := dict "name" "tls" "projected" (dict "sources" (list $authority $own)) -}}
{{- $_ := set $container "volumeMounts" (append ($container.volumeMounts | default list) $mount) -}}
{{- $_ := set .pod "volumes" (append (.pod.volumes | default list) $volume) -}}
{{- end -}}
{{- end -}}
