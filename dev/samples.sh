#!/bin/sh
# Writes the sample reports of docs/samples from the demo of the offline world. Run by `make samples`.
#
# usage: samples.sh AUSPEX DIRECTORY
# AUSPEX is the program, DIRECTORY a place for the data of the fleet outside of the repository.
set -eu

auspex=$(realpath "$1")
mkdir -p "$2"
place=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
root=$(dirname "$here")

name=samples
. "$here/browser/fleet.sh"
python3 -B "$here/samples.py" "$auspex" "${link%%/console/*}" "$place/demo"
