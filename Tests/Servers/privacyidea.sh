#!/usr/bin/env bash
# A real privacyIDEA server with made-up people in a realm, on 127.0.0.1.
#
# usage: privacyidea.sh PORT PEOPLE    prints "READY URL" when it answers, and stays until TERM or INT
#
# Installs privacyIDEA from the Python package index into .build/servers/privacyidea, once.
# The people are those of the realm dir, out of a passwd file. Login: admin:admin-pass.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=server.sh
. "$HERE/server.sh"
PORT=$1 PEOPLE=$2
provide privacyidea 'privacyidea==3.14' 'gunicorn==23.0.0'
cd "$WORK"
cat >pi.cfg <<CONFIGURATION
SUPERUSER_REALM = ["super"]
SQLALCHEMY_DATABASE_URI = "sqlite:///$WORK/pi.sqlite"
SECRET_KEY = "only-for-tests-0123456789abcdef0123"
PI_PEPPER = "only-for-tests"
PI_ENCFILE = "$WORK/enckey"
PI_AUDIT_KEY_PRIVATE = "$WORK/private.pem"
PI_AUDIT_KEY_PUBLIC = "$WORK/public.pem"
PI_AUDIT_SQL_TRUNCATE = True
PI_LOGFILE = "$WORK/pi.log"
PI_LOGLEVEL = 30
CONFIGURATION
export PRIVACYIDEA_CONFIGFILE=$WORK/pi.cfg
{
    "$VENV/bin/pi-manage" setup create_enckey
    "$VENV/bin/pi-manage" setup create_audit_keys
    "$VENV/bin/pi-manage" setup create_tables
    "$VENV/bin/pi-manage" admin add admin -e admin@example.test -p admin-pass
} >setup.log 2>&1 || { cat setup.log >&2; exit 1; }
"$VENV/bin/python" "$HERE/privacyidea_setup.py" passwd "$PEOPLE" >people.passwd
cat >wsgi.py <<APPLICATION
from privacyidea.app import create_app
application = create_app(config_name="production", config_file="$WORK/pi.cfg", silent=True)
APPLICATION
"$VENV/bin/gunicorn" -w 1 --threads 4 -b "127.0.0.1:$PORT" wsgi:application >"$WORK/log" 2>&1 &
SERVER=$!
"$VENV/bin/python" "$HERE/privacyidea_setup.py" realm "$PORT" "$WORK/people.passwd" ||
    { cat "$WORK/log" >&2; exit 1; }
echo "READY http://127.0.0.1:$PORT"
wait "$SERVER"
