; Function no
!define NAME "Outcrop"
Var /GLOBAL Folder
!macro Log text
  DetailPrint "${text}"
!macroend
SectionGroup "Tools"
Section "Main program" SEC01
  File "a.exe"
SectionEnd
SectionGroupEnd
Function .onInit
FunctionEnd
