# fish completion of alembert, printed by `alembert completion fish`. The program itself says what may come next.
function __alembert_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l value $current
    set -l before ''
    if string match -q -- '--*=*' $current
        set value (string replace -r -- '^[^=]*=' '' $current)
        set before (string replace -r -- '=.*$' '=' $current)
    end
    for line in ($words[1] complete -- $words[2..-1] $current 2>/dev/null)
        switch $line
            case ':yaml'
                __fish_complete_path $value | string match -r -- '.*(?:\.ya?ml|/)(?:\t.*)?$' | string replace -r -- '^' $before
            case ':folders'
                __fish_complete_directories $value | string replace -r -- '^' $before
            case ':files'
                __fish_complete_path $value | string replace -r -- '^' $before
            case '*'
                echo $line
        end
    end
end
complete -c alembert -f -a '(__alembert_complete)'
