//! The workflows: code of dependencies runs in jobs without rights, and jobs with rights run none. Images are named by
//! digest.

use crate::{read, root};

/// Programs that run code of the repository or of its dependencies.
const RUNS_CODE: [&str; 6] = ["cargo ", "make ", "dev/", ".ci/", "rustup ", "python3 "];

/// Returns the jobs of a workflow: name and text.
fn jobs(workflow: &str) -> Vec<(String, String)> {
    let (_, text) = workflow.split_once("\njobs:\n").unwrap();
    let mut jobs: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let name = line
            .strip_prefix("  ")
            .filter(|rest| !rest.starts_with([' ', '#']))
            .and_then(|rest| rest.strip_suffix(':'));
        match (name, jobs.last_mut()) {
            (Some(name), _) => jobs.push((name.to_owned(), String::new())),
            (None, Some((_, text))) => *text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    jobs
}

fn workflows() -> Vec<(String, String)> {
    let files = std::fs::read_dir(root().join(".github/workflows")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.map(|name| (name.clone(), read(&format!(".github/workflows/{name}")))).collect()
}

/// Returns the commands and the steps of a job, without comments.
fn steps(job: &str) -> impl Iterator<Item = &str> {
    job.lines().map(str::trim).filter(|line| !line.starts_with('#') && !line.starts_with("- name:"))
}

#[test]
fn a_job_that_may_write_runs_no_code_of_a_dependency() {
    let mut writing = 0;
    for (file, workflow) in workflows() {
        for (name, job) in jobs(&workflow) {
            let may_write = job.contains(": write") || workflow.split("\njobs:").next().unwrap().contains(": write");
            writing += usize::from(may_write);
            let ran = steps(&job).find(|line| RUNS_CODE.iter().any(|program| line.contains(program)));
            assert!(!may_write || ran.is_none(), "{file}: the job {name} may write and runs {ran:?}");
        }
    }
    assert_eq!(writing, 3, "attach, push and chart");
}

#[test]
fn actions_are_pinned_by_commit_and_no_token_is_an_argument() {
    for (file, workflow) in workflows() {
        for line in workflow.lines().map(str::trim) {
            if let Some(action) = line.strip_prefix("uses: ") {
                let commit = action.split_once('@').map_or("", |(_, pin)| pin.split(' ').next().unwrap());
                let is_commit = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
                assert!(is_commit && action.starts_with("actions/"), "{file}: {action}");
            }
            assert!(!line.contains("git -c http"), "{file}: an argument shows the token to every process: {line}");
        }
        assert!(
            workflow.contains("\npermissions:"),
            "{file}: without it a job holds the rights of the repository's default"
        );
    }
}

#[test]
fn what_is_pushed_was_checked_and_is_signed() {
    let release = read(".github/workflows/release.yml");
    let jobs = jobs(&release);
    for (name, job) in jobs.iter().filter(|(name, _)| name != "build") {
        assert!(job.contains("needs: "), "{name} runs before what it publishes is built");
        assert!(
            job.contains("actions/attest-build-provenance@") && job.contains("id-token: write"),
            "{name} is not signed"
        );
    }
    for name in ["attach", "push"] {
        let (_, job) = jobs.iter().find(|(known, _)| known == name).unwrap();
        assert!(
            job.contains("sha256sum --check --strict SHA256SUMS"),
            "{name} takes over files without their checksums"
        );
    }
}

/// Images that are built here have no digest before. Two of others have none that could be looked up without a
/// registry.
const WITHOUT_DIGEST: [&str; 3] = ["auspex/", "nats:", "natsio/prometheus-nats-exporter:"];

#[test]
fn images_of_others_are_named_by_version_and_digest() {
    let compose =
        ["compose", "compose.browser", "compose.embeddings"].map(|name| read(&format!("deploy/{name}.yaml"))).concat();
    let images = compose.lines().filter_map(|line| line.trim().strip_prefix("image: "));
    let bases = ["deploy/Dockerfile", "deploy/Dockerfile.release", "deploy/Dockerfile.embedder"].map(read);
    let bases = bases.iter().flat_map(|file| file.lines().filter_map(|line| line.split_once("_IMAGE=")));
    let all: Vec<&str> =
        images.chain(bases.filter(|(before, _)| before.starts_with("ARG ")).map(|(_, image)| image)).collect();
    assert!(all.len() > 15, "{all:?}");
    for image in all.iter().filter(|image| !WITHOUT_DIGEST.iter().any(|own| image.starts_with(own))) {
        let (name, digest) = image.split_once("@sha256:").unwrap_or((image, ""));
        assert!(digest.len() == 64 && name.contains(':'), "{image} names no version and digest");
    }
    for floating in ["latest", "nats:2-", "exporter:0-"] {
        assert!(!compose.contains(&format!(":{floating}")), "{floating}");
    }
    let [build, release] = ["deploy/Dockerfile", "deploy/Dockerfile.release"].map(read);
    let base = |file: &str| file.lines().find(|line| line.starts_with("ARG BASE_IMAGE=")).unwrap().to_owned();
    assert_eq!(base(&build), base(&release), "both images have one base");
}
