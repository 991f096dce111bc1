#!/bin/bash
# Backs up a folder and keeps the last copies.
set -euo pipefail

source ./lib/common.sh

readonly KEEP=7
export BACKUP_ROOT=/var/backups
declare -A sizes
declare -i total=0
excludes=(
    .git
    node_modules
)
today=$(date +%F)

alias now='date +%s'

usage() {
    cat <<EOF
usage: $0 FOLDER
not_a_function() {
}
EOF
}

function prune {
    local folder=$1
    local old
    for old in $(ls -t "$folder" | tail -n +$((KEEP + 1))); do
        rm -rf -- "$folder/$old"
    done
}

copy_all() (
    cd "$1"
    while read -r name; do
        if [[ -d $name ]]; then
            cp -r "$name" "$2"
        elif [[ -L $name ]]; then
            continue
        else
            cp "$name" "$2"
        fi
    done < <(find . -maxdepth 1)
)

case ${1:-} in
    -h | --help)
        usage
        ;;
    *)
        copy_all "$1" "$BACKUP_ROOT/$today"
        prune "$BACKUP_ROOT"
        ;;
esac
