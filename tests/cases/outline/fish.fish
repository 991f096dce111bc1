# Functions for notes.
source ~/.config/fish/common.fish

set -g NOTES_DIR ~/notes
set -gx EDITOR vim
set colors red green
set -e OLD_NOTES

alias ll 'ls -l'

function note --description 'Open a note' --argument name
    set file $NOTES_DIR/$name.md
    if not test -e $file
        touch $file
    else if test -d $file
        return 1
    else
        echo "function not_a_function"
    end
    $EDITOR $file
end

function notes
    for file in $NOTES_DIR/*.md
        switch $file
            case '*draft*'
                continue
            case '*'
                echo $file
        end
    end
end

while read -l line
    begin
        echo $line
    end
end
