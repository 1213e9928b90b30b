/** Network faults of an exchange in a test, over /sandbox/faults. */
import type { OperatorCall } from "./operator-call.ts";
import type { FaultInForce, TestFaults } from "./test-exchange.ts";

const PATH = "/sandbox/faults";

type FaultsAnswer = { readonly faults: readonly FaultInForce[] };

export function createTestFaults(call: OperatorCall): TestFaults {
  async function put(name: string, body: object): Promise<readonly FaultInForce[]> {
    const { faults } = await call<FaultsAnswer>(name, { method: "POST", path: PATH, body });
    return faults;
  }
  return {
    add: (...faults) => put("faults.add", { faults }),
    preset: (preset) => put("faults.preset", { preset }),
    async list() {
      const { faults } = await call<FaultsAnswer>("faults.list", { method: "GET", path: PATH });
      return faults;
    },
    async off(id) {
      const path = id === undefined ? PATH : `${PATH}/${encodeURIComponent(id)}`;
      const { ended } = await call<{ readonly ended: number }>("faults.off", { method: "DELETE", path });
      return ended;
    },
  };
}
