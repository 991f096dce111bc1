// The Python that builds: the one named in PYTHON, else python3.
export function python() {
  return process.env.PYTHON || (process.platform === "win32" ? "python" : "python3");
}
