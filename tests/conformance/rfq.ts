/** Requests for quotes, which only version 1 of the client library has: this exchange has none, and says so. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Answer } from "./call-record.ts";
import type { Target } from "./target.ts";

export function testRfq(target: Target): void {
  const { quoted: market, maker } = target;
  const { rfq } = maker.client as unknown as { rfq: object };
  const client = target.record(rfq, "clob-client RfqClient");
  const order = { tokenID: market.yes, price: 0.5, side: "BUY", size: 10 };
  const expiration = Math.floor(Date.now() / 1000) + 600;
  const accepted = { requestId: "1", quoteId: "1", expiration };
  const answered: Readonly<Record<string, () => Promise<Answer>>> = {
    createRfqRequest: () => client.createRfqRequest({ ...order }),
    cancelRfqRequest: () => client.cancelRfqRequest({ requestId: "1" }),
    getRfqRequests: () => client.getRfqRequests({ requestIds: ["1", "2"] }),
    createRfqQuote: () => client.createRfqQuote({ ...order, requestId: "1" }),
    getRfqRequesterQuotes: () => client.getRfqRequesterQuotes({ quoteIds: ["1"] }),
    getRfqQuoterQuotes: () => client.getRfqQuoterQuotes({ quoteIds: ["1"] }),
    getRfqBestQuote: () => client.getRfqBestQuote({ requestId: "1" }),
    cancelRfqQuote: () => client.cancelRfqQuote({ quoteId: "1" }),
    rfqConfig: () => client.rfqConfig(),
  };

  describe("requests for quotes", () => {
    for (const [name, ask] of Object.entries(answered)) {
      it(`${name} is refused with a reason`, async () => {
        const { error, code, hint } = await ask();
        assert.deepEqual([error, code], ["not supported", "not_supported"]);
        assert.ok(hint.length > 10);
      });
    }

    it("accepting and approving quotes fails with the same text", async () => {
      await assert.rejects(
        client.acceptRfqQuote(accepted),
        /^Error: Error fetching RFQ quote: not supported$/,
      );
      await assert.rejects(
        client.approveRfqOrder(accepted),
        /^Error: Error fetching RFQ quote: not supported$/,
      );
    });
  });
}
