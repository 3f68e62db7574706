#!/bin/sh
# Compiles the crates of the workspace with the instrumentation of libFuzzer (RUSTC_WORKSPACE_WRAPPER of run.sh). The other crates are
# those of the debug build. The stable compiler has the instrumentation; only sanitizers would need a nightly one, and safe Rust needs none.
# There are no line tables: the test that replays a finding reports lines.
rustc=$1
shift
case " $* " in
    # Programs that run while building are not linked with libFuzzer.
    *" --crate-name build_script_"* | *" --crate-type proc-macro "* | *" --print"* | *" -vV "*) exec "$rustc" "$@" ;;
    # The crates with the slowest targets. Optimising the others takes a minute and shortens no target by much.
    *" --crate-name extraction "* | *" --crate-name llm "* | *" --crate-name web "*) optimisation=1 ;;
    *) optimisation=0 ;;
esac
exec "$rustc" "$@" -Cdebuginfo=0 "-Copt-level=$optimisation" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares
