/** Shell commands that set the environment variables of a client, by dialect. */
import { useState } from "react";
import { ChoiceButtons } from "../parts/choice-buttons.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { useSettings } from "../settings-context.ts";
import { useText } from "../text/language.tsx";
import { INTERFACES } from "./base-addresses.tsx";

const NAMES = {
  spec: { trading: "PRESAGE_TRADING_URL", data: "PRESAGE_DATA_URL", catalog: "PRESAGE_CATALOG_URL" },
  polymarket: { trading: "CLOB_API_URL", data: "DATA_API_URL", catalog: "GAMMA_API_URL" },
  kuest: { trading: "KUEST_CLOB_URL", data: "KUEST_DATA_URL", catalog: "KUEST_GAMMA_URL" },
} as const;

type Dialect = keyof typeof NAMES;

export function Environment() {
  const { developers } = useText();
  const { addresses, chain_id: chainId } = useSettings();
  const dialects = (["polymarket", "kuest", "spec"] as const).filter((name) => addresses[name] !== undefined);
  const [dialect, setDialect] = useState<Dialect>(dialects[0] ?? "spec");
  const lines = INTERFACES.map((name) => `export ${NAMES[dialect][name]}=${addresses[dialect]?.[name]}`);
  const text = [...lines, `export CHAIN_ID=${chainId}`].join("\n");
  return (
    <div className="panel stack">
      <h2>{developers.environment}</h2>
      <ChoiceButtons
        name={developers.dialect}
        options={dialects.map((name) => [name, developers.dialects[name]] as const)}
        chosen={dialect}
        onChoose={setDialect}
      />
      <p>{developers.environmentHint}</p>
      {/* A scrolling element must be focusable for keyboard users. */}
      <section className="code" aria-label={developers.environment} tabIndex={0}>
        <pre>{text}</pre>
      </section>
      <div>
        <CopyButton text={text} name={developers.environment} />
      </div>
    </div>
  );
}
