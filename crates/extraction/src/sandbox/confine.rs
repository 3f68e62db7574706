//! Confinement of the child and its verification.

use serde::{Deserialize, Serialize};

use crate::sandbox::ParserLimits;

/// The protections that are active in a child. The child verifies them by attempting forbidden operations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// Descriptions of missing protections; empty if all are active.
    pub missing: Vec<String>,
}

impl Confinement {
    /// Drops everything that parsing does not need.
    pub(crate) fn enter(limits: &ParserLimits) -> Self {
        let mut missing = Vec::new();
        missing.extend(limits.apply().err());
        missing.extend(filter::apply().err().map(|error| format!("system call filter: {error}")));
        if std::net::UdpSocket::bind("127.0.0.1:0").is_ok() {
            missing.push("the network can be reached".to_owned());
        }
        if std::fs::File::open("/proc/self/exe").is_ok() {
            missing.push("files can be opened".to_owned());
        }
        Self { missing }
    }
}

#[cfg(target_os = "linux")]
mod filter {
    //! The seccomp filter. A forbidden system call fails with "not permitted", so that a library that merely
    //! queries (the number of processors, for example) receives an error that it can handle.

    use std::collections::BTreeMap;

    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    };

    /// Allowed system calls: reading, writing, memory, time, locks and exit.
    const ALLOWED: &[libc::c_long] = &[
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_brk,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        libc::SYS_futex,
        libc::SYS_sched_yield,
        libc::SYS_getrandom,
        libc::SYS_clock_gettime,
        libc::SYS_gettimeofday,
        libc::SYS_gettid,
        libc::SYS_getpid,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        libc::SYS_restart_syscall,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];

    pub(super) fn apply() -> Result<(), String> {
        let program = program().map_err(|error| error.to_string())?;
        seccompiler::apply_filter_all_threads(&program).map_err(|error| error.to_string())
    }

    fn program() -> Result<BpfProgram, seccompiler::BackendError> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> = ALLOWED.iter().map(|call| (*call, Vec::new())).collect();
        // Its own limits (zero is the caller), and an abort's signal to itself, but no other process.
        rules.insert(libc::SYS_prlimit64, only_for(&[0])?);
        let own = u64::from(std::process::id());
        rules.insert(libc::SYS_tgkill, only_for(&[own])?);
        let refuse = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        SeccompFilter::new(rules, refuse, SeccompAction::Allow, std::env::consts::ARCH.try_into()?)?.try_into()
    }

    /// Allows the call if the first argument is one of these.
    fn only_for(first: &[u64]) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
        let rule = |value: &u64| {
            SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, *value)
                .and_then(|condition| SeccompRule::new(vec![condition]))
        };
        first.iter().map(rule).collect()
    }
}

#[cfg(not(target_os = "linux"))]
mod filter {
    //! Other systems have no seccomp; the limits apply there, too.

    pub(super) fn apply() -> Result<(), String> {
        Err("this system has none".to_owned())
    }
}
