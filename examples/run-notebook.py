"""Runs the code cells of a notebook in order, in one namespace, as Jupyter does."""
import json
import sys

path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    notebook = json.load(file)
assert notebook["nbformat"] == 4, f"expected nbformat 4, got {notebook['nbformat']}"
namespace = {"__name__": "__main__"}
for number, cell in enumerate(notebook["cells"], start=1):
    if cell["cell_type"] != "code":
        continue
    assert cell["outputs"] == [] and cell["execution_count"] is None, f"cell {number} has outputs"
    exec(compile("".join(cell["source"]), f"{path}:cell {number}", "exec"), namespace)
