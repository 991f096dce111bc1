foo() { echo a; }
function bar { ls; }
if [ -f x ]; then y; fi
x=$(ls -l)
cat <<E
$(pwd)
${A:-b}
E
ls | grep x > y
for i in a b; do echo $i; done
case x in a) b;; esac
[[ -n $x ]] && y
export A=b
while read l; do echo $l; done
