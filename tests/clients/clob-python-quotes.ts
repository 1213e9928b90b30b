/** Requests for quotes as the Python clients of the trading interface send them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { FamilyContext } from "./clob-python.ts";
import { make } from "./python.ts";

/** Describes requests for quotes, of which there are none: the client gets the reason. */
export function describeQuoteRequests({
  stage: { quoted },
  family,
  opened: { part, surfaces },
  traders,
}: FamilyContext): void {
  const types = family.client.replace(/client$/, "rfq.rfq_types");
  const order = { token_id: quoted.yes, price: 0.5, side: "BUY", size: 10 };
  const both = { request_id: "1", quote_id: "1", expiration: Math.floor(Date.now() / 1000) + 600 };
  const given = {
    create_rfq_request: [make(`${types}:RfqUserRequest`, order)],
    cancel_rfq_request: [make(`${types}:CancelRfqRequestParams`, { request_id: "1" })],
    get_rfq_requests: [make(`${types}:GetRfqRequestsParams`, { request_ids: ["1"] })],
    create_rfq_quote: [make(`${types}:RfqUserQuote`, { ...order, request_id: "1" })],
    get_rfq_quotes: [make(`${types}:GetRfqQuotesParams`, { quote_ids: ["1"] })],
    get_rfq_requester_quotes: [make(`${types}:GetRfqQuotesParams`, { quote_ids: ["1"] })],
    get_rfq_quoter_quotes: [make(`${types}:GetRfqQuotesParams`, { quote_ids: ["1"] })],
    get_rfq_best_quote: [make(`${types}:GetRfqBestQuoteParams`, { request_id: "1" })],
    cancel_rfq_quote: [make(`${types}:CancelRfqQuoteParams`, { quote_id: "1" })],
    accept_rfq_quote: [make(`${types}:AcceptQuoteParams`, both)],
    approve_rfq_order: [make(`${types}:ApproveOrderParams`, both)],
    rfq_config: [],
  };
  it("is told that there are no requests for quotes", async () => {
    const rfq = await part(traders[0]!.client, "rfq");
    const methods = surfaces.find(({ name }) => name.endsWith(" rfq"))!.methods;
    for (const [method, parameters] of Object.entries(given).filter(([name]) => methods.includes(name)))
      await assert.rejects(rfq[method]!(...parameters), /not supported/, method);
  });
}
