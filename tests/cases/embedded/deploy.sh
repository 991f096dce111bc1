#!/bin/sh
python3 - <<'PYTHON'
def report(x):
    return x
PYTHON
psql <<END_SQL
CREATE TABLE t (
  id int
);
INSERT INTO t VALUES ($ID);
END_SQL
cat > run.sh <<'EOF'
#!/bin/bash
start() {
  python3 <<PY
class Inner:
    pass
PY
}
EOF
cat <<EOF
def text():
    pass
EOF
