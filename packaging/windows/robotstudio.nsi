; The installer for Windows: for one user, without an administrator, in the four languages of the program.
; packaging/nsis.py calls makensis with what the program is called (FACTS there), OUTPUT, ICON, and LIST, the file that names
; all that is installed and removed.

Unicode true
ManifestDPIAware true
ManifestSupportedOS all
RequestExecutionLevel user
SetCompressor /SOLID lzma

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "${LIST}"

!define CLASSES "Software\Classes"
!define REMOVAL "Software\Microsoft\Windows\CurrentVersion\Uninstall\RobotStudio"

Name "${NAME}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "${REMOVAL}" "InstallLocation"
BrandingText "${NAME} ${VERSION}"

VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 "ProductName" "${NAME}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileDescription" "${NAME}"
VIAddVersionKey /LANG=0 "LegalCopyright" "${DEVELOPERS}, ${LICENCE}"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\${WINDOW}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES

!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"
!insertmacro MUI_LANGUAGE "Spanish"
!insertmacro MUI_LANGUAGE "Russian"
!insertmacro MUI_RESERVEFILE_LANGDLL

LangString PROJECT ${LANG_ENGLISH} "Robot Studio project"
LangString PROJECT ${LANG_SIMPCHINESE} "Robot Studio 项目"
LangString PROJECT ${LANG_SPANISH} "Proyecto de Robot Studio"
LangString PROJECT ${LANG_RUSSIAN} "Проект Robot Studio"
LangString OPEN ${LANG_ENGLISH} "${NAME} is open. Close it, then try again."
LangString OPEN ${LANG_SIMPCHINESE} "${NAME} 正在运行。请关闭后重试。"
LangString OPEN ${LANG_SPANISH} "${NAME} está abierto. Ciérrelo e inténtelo de nuevo."
LangString OPEN ${LANG_RUSSIAN} "Программа ${NAME} открыта. Закройте её и повторите попытку."

; Files of a running program cannot be replaced: it is asked for before anything is touched.
!macro RefuseWhileOpen
  ${If} ${FileExists} "$INSTDIR\${WINDOW}"
    ClearErrors
    FileOpen $0 "$INSTDIR\${WINDOW}" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(OPEN)" /SD IDOK
      SetErrorLevel 2
      Abort
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Function .onInit
  SetShellVarContext current
FunctionEnd

Function un.onInit
  SetShellVarContext current
FunctionEnd

Section
  !insertmacro RefuseWhileOpen
  ; What an older version had and this one has not goes with its own uninstaller; what people put there stays.
  ${If} ${FileExists} "$INSTDIR\uninstall.exe"
    ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR'
  ${EndIf}
  !insertmacro InstallFiles
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${WINDOW}"

  ; Projects open with a click. Windows knows files by what stands behind the last dot only, so a robots.txt cannot: the
  ; program is offered for text files in “Open with”.
  WriteRegStr HKCU "${CLASSES}\.${SUFFIX}" "" "${KIND}"
  WriteRegStr HKCU "${CLASSES}\${KIND}" "" "$(PROJECT)"
  WriteRegStr HKCU "${CLASSES}\${KIND}\DefaultIcon" "" "$INSTDIR\${WINDOW},0"
  WriteRegStr HKCU "${CLASSES}\${KIND}\shell\open\command" "" '"$INSTDIR\${WINDOW}" "%1"'
  WriteRegStr HKCU "${CLASSES}\Applications\${WINDOW}" "FriendlyAppName" "${NAME}"
  WriteRegStr HKCU "${CLASSES}\Applications\${WINDOW}\SupportedTypes" ".txt" ""
  WriteRegStr HKCU "${CLASSES}\Applications\${WINDOW}\shell\open\command" "" '"$INSTDIR\${WINDOW}" "%1"'
  ${RefreshShellIcons}

  WriteRegStr HKCU "${REMOVAL}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${REMOVAL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${REMOVAL}" "DisplayIcon" "$INSTDIR\${WINDOW},0"
  WriteRegStr HKCU "${REMOVAL}" "Publisher" "${DEVELOPERS}"
  WriteRegStr HKCU "${REMOVAL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${REMOVAL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${REMOVAL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${REMOVAL}" "NoModify" 1
  WriteRegDWORD HKCU "${REMOVAL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${REMOVAL}" "EstimatedSize" $0
SectionEnd

Section "Uninstall"
  !insertmacro RefuseWhileOpen
  !insertmacro RemoveFiles
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  ReadRegStr $0 HKCU "${CLASSES}\.${SUFFIX}" ""
  ${If} $0 == "${KIND}"
    DeleteRegKey HKCU "${CLASSES}\.${SUFFIX}"
  ${EndIf}
  DeleteRegKey HKCU "${CLASSES}\${KIND}"
  DeleteRegKey HKCU "${CLASSES}\Applications\${WINDOW}"
  DeleteRegKey HKCU "${REMOVAL}"
  ${RefreshShellIcons}
SectionEnd
