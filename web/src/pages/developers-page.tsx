/** The page for client developers: addresses, documents, order states and service status. */
import { BaseAddresses } from "../developers/base-addresses.tsx";
import { Environment } from "../developers/environment.tsx";
import { OrderStates } from "../developers/order-states.tsx";
import { ServiceStatus } from "../developers/service-status.tsx";
import { useTitle } from "../parts/use-title.ts";
import { useText } from "../text/language.tsx";
import "../styles/developers.css";

const DOCUMENTS = ["trading", "data", "catalog"] as const;

export function DevelopersPage() {
  const { developers } = useText();
  useTitle(developers.title);
  return (
    <div className="stack">
      <h1>{developers.title}</h1>
      <p className="lead">{developers.intro}</p>
      <ServiceStatus />
      <BaseAddresses />
      <Environment />
      <section className="panel" aria-labelledby="documents">
        <h2 id="documents">{developers.documents}</h2>
        <ul>
          <li>
            <a href="/docs/">{developers.docs}</a>
          </li>
          {DOCUMENTS.map((name) => (
            <li key={name}>
              <a href={`/spec/${name}/openapi.json`}>
                {developers.openapi}: {developers.interfaces[name]}
              </a>
            </li>
          ))}
          <li>
            <a href="/spec/trading/asyncapi.json">{developers.asyncapi}</a>
          </li>
        </ul>
      </section>
      <OrderStates />
      <p className="soft">{developers.licence}</p>
    </div>
  );
}
