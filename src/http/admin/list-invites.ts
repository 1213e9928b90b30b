/** GET /invites, and GET /invites/{id} with the wallets that used one. */
import { Type } from "typebox";
import { stateOf } from "../../core/invite.ts";
import type { Invite } from "../../core/invite.ts";
import { countOpen } from "../../core/invites.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Exchange } from "../../core/state.ts";
import { decimalText } from "../../core/units.ts";
import { pageLimit } from "../page-limit.ts";
import { Time, timeAt } from "../resolution-answer.ts";
import { INVITES } from "./groups.ts";
import { describeInvites, describeMoment, InviteAnswer, pageAddress } from "./invite-fields.ts";
import type { OpenAddresses } from "./locate-request.ts";
import { operation } from "./operation.ts";

const page = {
  limit: pageLimit({ default: 100, maximum: 1000 }),
  offset: Type.Integer({ default: 0, minimum: 0, maximum: 1_000_000, description: "Rows to leave out" }),
};

const ListQuery = Type.Object({
  list: Type.Optional(Type.String({ maxLength: 100, description: "Id of those that were made together" })),
  state: Type.Optional(
    Type.Enum(["open", "used_up", "ended", "revoked"], { description: "Those of this state alone" }),
  ),
  ...page,
});

export const InviteList = Type.Object({
  promised: Type.String({
    description: "Collateral that all open invites can still give, also those not listed",
  }),
  open: Type.Integer({ description: "Invites that can still be used, also those not listed" }),
  total: Type.Integer({ description: "Invites that match" }),
  data: Type.Array(InviteAnswer),
});

export const listInvites = (addresses: () => OpenAddresses) =>
  operation({
    method: "GET",
    path: "/invites",
    summary: "List invites with their uses and links, the latest first, and what they can still give",
    group: INVITES,
    refuses: ["not_accepting"],
    query: ListQuery,
    answer: InviteList,
    handle: async ({ context, operator, query }) => {
      const found = await context.engine.examine((exchange, at) => findInvites(exchange, query, at));
      if (isRejection(found)) return { rejection: found };
      const { moments, ...counts } = found;
      const terms = { page: pageAddress(context, addresses()), operator };
      return { body: { ...counts, data: await describeInvites(context, moments, terms) } };
    },
  });

function findInvites(exchange: Exchange, query: Type.Static<typeof ListQuery>, at: number) {
  const { list, state, limit, offset } = query;
  const matches = (invite: Invite): boolean =>
    (list === undefined || invite.list === list) && (state === undefined || stateOf(invite, at) === state);
  // Those that were made together stay in the order of their list.
  const found = [...exchange.invites.values()]
    .filter(matches)
    .toSorted((one, other) => other.madeAt - one.madeAt);
  const { open, promised } = countOpen(exchange, at);
  return {
    promised: decimalText(promised, 6),
    open,
    total: found.length,
    moments: found.slice(offset, offset + limit).map((invite) => describeMoment(invite, at)),
  };
}

export const ShownInvite = Type.Object({
  ...InviteAnswer.properties,
  wallets: Type.Array(
    Type.Object({
      address: Type.String(),
      owner: Type.String({ description: "The wallet whose key signs for it; itself mostly" }),
      time: Time,
      nameGiven: Type.Boolean({ description: "True if it got the name with the funds" }),
    }),
    { description: "Wallets that used it, the first first; a page of them" },
  ),
});

export const getInvite = (addresses: () => OpenAddresses) =>
  operation({
    method: "GET",
    path: "/invites/:id",
    summary: "Get an invite with the wallets that used it",
    group: INVITES,
    refuses: ["not_accepting", "invite_not_found"],
    params: Type.Object({ id: Type.String({ maxLength: 100, description: "Id of an invite" }) }),
    query: Type.Object(page),
    answer: ShownInvite,
    handle: async ({ context, operator, params: { id }, query: { limit, offset } }) => {
      const found = await context.engine.examine((exchange, at) => {
        const invite = exchange.invites.get(id);
        if (invite === undefined) return reject("invite_not_found", `no invite has the id "${id}"`);
        const uses = [...invite.used].slice(offset, offset + limit);
        return { moment: describeMoment(invite, at), uses };
      });
      if (isRejection(found)) return { rejection: found };
      const terms = { page: pageAddress(context, addresses()), operator };
      const [invite] = await describeInvites(context, [found.moment], terms);
      const wallets = found.uses.map(([owner, use]) => ({
        address: use.address,
        owner,
        time: timeAt(use.at),
        nameGiven: use.name === "given",
      }));
      return { body: { ...invite, wallets } };
    },
  });
