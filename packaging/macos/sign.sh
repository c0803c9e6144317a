#!/usr/bin/env bash
# Signs an application for macOS with the hardened runtime, and has Apple look at it: sign.sh "Robot Studio.app".
# CERTIFICATE is a PKCS#12 file in Base64, PASSWORD opens it, IDENTITY names it; APPLE_ID, APPLE_TEAM and APPLE_PASSWORD are
# those of the one who asks Apple.
set -euo pipefail
app=$1
folder=$(mktemp -d)
trap 'security delete-keychain "$folder/build.keychain" 2> /dev/null || true; rm -rf "$folder"' EXIT
printf %s "$CERTIFICATE" | base64 --decode > "$folder/certificate.p12"
secret=$(openssl rand -hex 20)
security create-keychain -p "$secret" "$folder/build.keychain"
security unlock-keychain -p "$secret" "$folder/build.keychain"
security import "$folder/certificate.p12" -k "$folder/build.keychain" -P "$PASSWORD" -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple: -s -k "$secret" "$folder/build.keychain" > /dev/null
security list-keychains -d user -s "$folder/build.keychain" login.keychain
codesign --force --deep --timestamp --options runtime --sign "$IDENTITY" \
  --entitlements "$(dirname "$0")/entitlements.plist" "$app"
codesign --verify --deep --strict "$app"
ditto -c -k --keepParent "$app" "$folder/application.zip"
xcrun notarytool submit "$folder/application.zip" --apple-id "$APPLE_ID" --team-id "$APPLE_TEAM" \
  --password "$APPLE_PASSWORD" --wait
xcrun stapler staple "$app"
