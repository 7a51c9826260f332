# bash completion of alembert, printed by `alembert completion bash`. The program itself says what may come next.
_alembert() {
  local -a words=() found=()
  local rest=${COMP_LINE:0:COMP_POINT} part line k
  # COMP_WORDS ends words at = and : too: what stands together in the line is one word.
  for ((k = 0; k <= COMP_CWORD; k++)); do
    part=${COMP_WORDS[k]}
    if ((k == 0)) || [[ $rest == [[:space:]]* ]]; then
      rest=${rest#"${rest%%[![:space:]]*}"}
      words+=("")
    fi
    ((k < COMP_CWORD)) || part=$rest
    words[-1]+=$part
    rest=${rest#"$part"}
  done
  local current=${words[-1]}
  local program=${words[0]/#\~\//$HOME/}
  mapfile -t found < <("$program" complete -- "${words[@]:1}" 2>/dev/null)
  # Readline puts the answer in place of what follows the last = or :, and of the value behind --option=.
  local kept=${current%"${current##*[=:]}"} value=$current
  [[ $current == --*=* ]] && value=${current#*=}
  COMPREPLY=()
  for line in "${found[@]}"; do
    case $line in
      :yaml)
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(
          compgen -f -X '!*.yaml' -- "$value"; compgen -f -X '!*.yml' -- "$value"; compgen -d -- "$value") ;;
      :folders)
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$value") ;;
      :files)
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$value") ;;
      *)
        line=${line%%$'\t'*}
        [[ $line == *[=:,] ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("${line#"$kept"}") ;;
    esac
  done
}
complete -F _alembert alembert
