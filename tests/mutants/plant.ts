/** Plants a bug: changes the source of a module as it is loaded. Modules that were loaded before stay as they are. */
import { registerHooks } from "node:module";
import { mutate } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

const ROOT = new URL("../../", import.meta.url);

/** Plants a mutant. The returned function throws unless the module was loaded with the bug. */
export function plant(mutant: Mutant): () => void {
  const place = new URL(mutant.file, ROOT).href;
  let planted = false;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== place || loaded.source === undefined) return loaded;
      planted = true;
      return { ...loaded, source: mutate(String(loaded.source), mutant) };
    },
  });
  return () => {
    if (!planted) throw new Error(`${mutant.file} is not loaded by the check of "${mutant.name}"`);
  };
}
