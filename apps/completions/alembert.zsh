#compdef alembert
# zsh completion of alembert, printed by `alembert completion zsh`. The program itself says what may come next.
_alembert() {
  local -a found plain open help_plain help_open
  local line word note
  found=("${(@f)$(${(Q)words[1]/#\~\//$HOME/} complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $found; do
    word=${line%%$'\t'*}
    note=$word
    [[ $line == *$'\t'?* ]] && note="$word  -- ${line#*$'\t'}"
    case $line in
      :yaml) compset -P '--*='; _files -g '*.y(a|)ml' ;;
      :folders) compset -P '--*='; _files -/ ;;
      :files) compset -P '--*='; _files ;;
      *$'\t'*)
        # What a value, a parameter or another entry follows gets no blank.
        if [[ $word == *[=:,] ]]; then
          open+=("$word") help_open+=("$note")
        else
          plain+=("$word") help_plain+=("$note")
        fi ;;
    esac
  done
  (( $#plain )) && compadd -l -d help_plain -a plain
  (( $#open )) && compadd -S '' -l -d help_open -a open
}
if [[ $funcstack[1] == _alembert ]]; then
  _alembert "$@"
else
  compdef _alembert alembert
fi
