# A package and its shell.
{ pkgs ? import <nixpkgs> { }, lib, ... }:

let
  version = "1.2";
  withFlags = flags: drv: drv.override { inherit flags; };
  inherit (lib) optional;
in
rec {
  tool = pkgs.stdenv.mkDerivation {
    pname = "tool";
    src = ./.;
    buildInputs = [
      pkgs.zlib
    ];
    installPhase = ''
      notAKey = 1;
      make install
    '';
    meta.license = lib.licenses.mit;
  };

  "dev-shell" = pkgs.mkShell {
    packages = optional true tool;
  };

  check = { name, strict ? false }: if strict then name else "any";
}
