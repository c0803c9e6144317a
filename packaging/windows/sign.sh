#!/usr/bin/env bash
# Signs programs for Windows: sign.sh FILE...; CERTIFICATE is a PKCS#12 file in Base64, PASSWORD opens it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf %s "$CERTIFICATE" | base64 --decode > "$folder/certificate.p12"
printf %s "$PASSWORD" > "$folder/password"
for file in "$@"; do
  osslsigncode sign -pkcs12 "$folder/certificate.p12" -readpass "$folder/password" -h sha256 -n "Robot Studio" \
    ${TIMESTAMP_SERVER:+-ts "$TIMESTAMP_SERVER"} -in "$file" -out "$folder/signed"
  mv "$folder/signed" "$file"
done
