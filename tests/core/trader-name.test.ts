/** Chosen names: each is read or refused with the rule that it breaks, and names that look alike have one look. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { generateName, isGeneratedForm } from "../../src/core/people/generated-name.ts";
import {
  foldName,
  SKELETON_VERSION,
  computeSkeleton,
  listSkeletons,
} from "../../src/core/people/name-skeletons.ts";
import { isRejection } from "../../src/core/rejection.ts";
import { readForbidden, readsLikeBrand, readTraderName } from "../../src/core/people/trader-name.ts";

const TAKEN = [
  "Ann",
  "ann_b",
  "Jean-Luc",
  "O'Neil",
  "R2D2",
  "Zoë Müller",
  "Łukasz",
  "Nguyễn Văn A",
  "Иван Петров",
  "Νίκος 7",
  "Արամ",
  "ნინო",
  "דוד המלך",
  "علي بابا",
  "देवनागरी",
  "தமிழ்",
  "ณัฐพล",
  "김민준님",
  "田中さん",
  "スーパーマン",
  "Oxford",
  "Oxfool",
  "badminton",
  "Housecat",
  "Kobold",
  "a".repeat(24),
];

/** Names with the code and a part of the hint by which they are refused. */
const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ["", "invalid_name", /3 to 24 characters/],
  ["Al", "invalid_name", /2 of them/],
  ["a".repeat(25), "invalid_name", /25 of them/],
  ["Ａｎｎａ", "invalid_name", /nearest: Anna/],
  ["ﬁnest", "invalid_name", /nearest: finest/],
  ["Ann\u200b1", "invalid_name", /U\+200B/],
  ["Ann\u202eb", "invalid_name", /U\+202E/],
  ["Ann\u0000b", "invalid_name", /U\+0000/],
  ["Ann\nb", "invalid_name", /U\+000A/],
  ["Ann😀", "invalid_name", /U\+1F600/],
  ["Ann/b", "invalid_name", /U\+002F/],
  ["<b>Ann", "invalid_name", /U\+003C/],
  [" Ann", "invalid_name", /nearest: Ann\)/],
  ["Ann  B", "invalid_name", /nearest: Ann B\)/],
  ["Ann_", "invalid_name", /nearest: Ann\)/],
  ["12345", "invalid_name", /a letter/],
  ["Pаul", "invalid_name", /Latin and Cyrillic/],
  ["Ελλάs", "invalid_name", /Greek and Latin/],
  ["Ann김", "invalid_name", /one script/],
  ["ꓮꓠꓠ", "invalid_name", /letters of one of/],
  ["ǀǀǀann", "invalid_name", /letters of one of/],
  ["Ann\u0335\u0336", "invalid_name", /marks/],
  ["0xabc", "name_like_address", /address/],
  ["Ox4f3a", "name_like_address", /address/],
  ["OxDeadBeef", "name_like_address", /address/],
  ["Brisk-Otter-417", "name_like_generated", /generated name/],
  ["briskotter4l7", "name_like_generated", /generated name/],
  ["Presage", "name_like_exchange", /"presage"/],
  ["Presage_Support", "name_like_exchange", /"presage"/],
  ["The 0perator", "name_like_exchange", /"operator"/],
  ["Moderat0r", "name_like_exchange", /"moderator"/],
  ["Adrnin", "name_like_exchange", /"admin"/],
  ["ADMIN", "name_like_exchange", /"admin"/],
  ["AdminTeam", "name_like_exchange", /"admin"/],
  ["siteadmin", "name_like_exchange", /"admin"/],
  ["House", "name_like_exchange", /"house"/],
  ["The House", "name_like_exchange", /"house"/],
  ["HouseMaker", "name_like_exchange", /"house"/],
  ["ΗOUSE", "invalid_name", /Greek and Latin/],
];

describe("a chosen name", () => {
  for (const text of TAKEN)
    it(`can be ${text}`, () => {
      const name = readTraderName(text, "Presage");
      assert.ok(!isRejection(name), JSON.stringify(name));
      assert.equal(name.text, text.normalize("NFC"));
    });

  for (const [text, code, hint] of REFUSED)
    it(`cannot be ${JSON.stringify(text)}`, () => {
      const refused = readTraderName(text, "Presage");
      assert.ok(isRejection(refused), JSON.stringify(refused));
      assert.equal(refused.code, code);
      assert.match(refused.hint, hint);
    });

  it("is kept in its composed form", () => {
    const name = readTraderName("Zoe\u0308", "Presage");
    assert.ok(!isRejection(name));
    assert.equal(name.text, "Zo\u00eb");
  });
});

/** Reserved words, each as other digits and the letters of other scripts draw it. */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  presage: ["pr3sage", "Pre5age", "pre-s4-g3", "presa9e", "xX_pr3s4g3_Xx", "рге5а9е"],
  operator: ["0perat0r", "op3ra7or", "орегатог", "ОРЕГАТОГ", "ΟΡΕΓΑΤΟΓ", "οΡεΓατοΓ1"],
  moderator: [
    "m0der4tor",
    "modera7or",
    "rnoderat0r",
    "модегатог",
    "μοδεΓατοΓ",
    "ΜΟΔΕΓΑΤΟΓ".replace("Δ", "δ"),
  ],
  administrator: ["adm1n1strat0r", "admini5trator", "адміпіѕтгатог", "αδμιηιςτΓατοΓ"],
  admin: [
    "adm1n",
    "4dmin",
    "Adm1n_Team",
    "aclmin",
    "adrn1n",
    "admln",
    "адмін".replace("н", "п"),
    "αδμιη",
    "αδμιν",
  ],
  official: ["0fficial", "offic1al", "OfficiaI", "offlclal", "оғғісіаӏ", "οϝϝιςιαι"],
  support: ["5upport", "supp0rt", "suppor7", "ѕиррогт", "ςυρροΓτ", "ՏսքքօրԷ"],
  house: ["h0use", "hou5e", "The_H0u5e", "ноиѕе", "ΗΟυςε"],
  staff: ["5taff", "st4ff", "The 5t4ff", "ѕтағғ", "ςταϝϝ"],
  system: ["sy5tem", "sys7em", "5y573m", "ѕуѕтем", "ςγςτεμ"],
  exchange: ["3xchange", "exch4nge", "3xch4ng3", "ехсһап9е"],
  mod: ["m0d", "M0D", "The_m0d", "rnod", "мод", "μοδ"],
  everyone: ["3veryone", "every0ne", "еүегуопе", "ενεΓγοπε"],
  anonymous: ["an0nym0us", "4nonymou5", "апопумоиѕ", "αηοηγμους"],
  null: ["nu11", "nuIl", "пиӏӏ", "πυιι"],
  treasury: ["Treasury", "tr3asury", "MyTreasury", "treasury_7"],
  resolver: ["Resolver", "The r3solver", "resolver 2"],
  root: ["root", "R00t", "r0ot 7", "Ivan Root"],
  owner: ["Owner", "0wner", "the-owner"],
  админ: ["админ", "Админ 1", "админка", "4дмин"],
  администратор: ["Администратор", "администрат0р"],
  модератор: ["модератор", "Главный модератор"],
  поддержка: ["Поддержка", "техподдержка"],
  suporte: ["suporte", "Suporte 24", "5uporte"],
  equipe: ["Equipe", "Équipe", "A Equipe"],
  moderador: ["moderador", "Moderadora"],
  tesouraria: ["Tesouraria"],
  anônimo: ["Anônimo", "anonimo"],
  υποστήριξη: ["Υποστήριξη"],
  διαχειριστής: ["Διαχειριστής"],
  管理员: ["管理员", "王管理员"],
  客服: ["客服小王"],
  관리자: ["관리자님"],
  مدير: ["مدير"],
};

describe("a word for the exchange itself", () => {
  for (const [word, names] of Object.entries(DRAWN))
    for (const text of names)
      it(`is ${word} as in ${text}`, () => {
        const refused = readTraderName(text, "Presage");
        assert.ok(isRejection(refused), text);
        assert.equal(refused.code, "name_like_exchange", refused.hint);
        assert.ok(refused.hint.endsWith(`"${word}" is for the exchange itself`), refused.hint);
      });

  /** Names that have some of its letters. */
  const OTHERS = [
    "Housecat",
    "Modern",
    "Badminton",
    "rootbeer",
    "Homeowner",
    "Dona Flor",
    "Cooperador",
    "Dream Team",
    "Команданте",
    "Биржевик",
    "官家王",

    "Message",
    "Opera",
    "Оператива",
    "Дмитрий",
    "Μάριος",
  ];
  for (const text of [...OTHERS, "Персик", "Нина", "Ирина", "Νικόλαος", "Nullarbor", "Staffan", "Adm1ral"])
    it(`is none in ${text}`, () => assert.ok(!isRejection(readTraderName(text, "Presage"))));
});

/** Names with that of the exchange in them, and such that only resemble it. */
const BRANDED: readonly (readonly [brand: string, refused: readonly string[], taken: readonly string[]])[] = [
  [
    "Bern Futures",
    [
      "Bern Futures",
      "bernfutures",
      "B3rn_Futur3s",
      "The Bern Futures",
      "BernFutures Desk",
      "8ern Futur35",
      "Bem Futures",
    ],
    ["Bern", "Futures", "Berne Future"],
  ],
  ["Kuest!", ["Kuest", "kue5t", "MyKuest", "κυεςτ", "киеѕт"], ["Quest"]],
  ["ZX", ["zxx".slice(0, 2) + "-1", "Team ZX", "2x Fan"], ["Zxenon", "Maxzx", "Jazzx"]],
  ["Биржа", ["Биржа", "моя биржа", "6иржа"], ["Бирюса"]],
  ["Bet365", ["Bet365", "b3t365", "bet36s"], ["Bet360"]],
  ["***", [], ["Presto"]],
];

describe("the name of the exchange", () => {
  for (const [brand, refused, taken] of BRANDED) {
    for (const text of refused)
      it(`cannot be borne on ${brand}: ${text}`, () => {
        const read = readTraderName(text, brand);
        assert.ok(isRejection(read), text);
        assert.equal(read.hint.split(": ").at(-1), `"${brand}" is for the exchange itself`);
        assert.ok(readsLikeBrand(text, brand));
        assert.ok(!readsLikeBrand(text, "Presage"));
      });
    for (const text of taken)
      it(`is another than ${text} on ${brand}`, () => {
        assert.ok(!isRejection(readTraderName(text, brand)));
        assert.ok(!readsLikeBrand(text, brand));
      });
  }
});

const ALIKE = [
  ["Bill", "BiIl"],
  ["Bill", "Blll"],
  ["Alina", "A1ina"],
  ["Domer", "Dom3r"],
  ["Anna", "4nna"],
  ["Sasha", "5a5ha"],
  ["Alice", "AIice"],
  ["Alice", "a l i c e"],
  ["Alice", "Álíce"],
  ["cop", "сор"],
  ["NATO", "ΝΑΤΟ"],
  ["Bob", "B0b"],
  ["modern", "modem"],
  ["vvalter", "walter"],
  ["BEPA", "ВЕРА"],
] as const;

describe("looks of names", () => {
  for (const [one, other] of ALIKE)
    it(`are the same of ${one} and ${other}`, () =>
      assert.equal(computeSkeleton(one), computeSkeleton(other)));

  it("differ where names do", () => {
    const looks = new Set(
      [
        "Wolf5",
        "Wolfs",
        "Wolf7",
        "Ann4",
        "Злата",
        "Елата",
        "Ann",
        "Anna",
        "Иван",
        "Иванна",
        "Νίκος",
        "田中さん",
        "田中くん",
      ].map(computeSkeleton),
    );
    assert.equal(looks.size, 13);
  });

  it("have the number of the rules that made them", () => {
    const looks = ["Alice 7", "B0b-5on", "Иван", "Νίκος", "Zoë_Müller", "rnVv3x"].map(computeSkeleton);
    assert.deepEqual(
      [SKELETON_VERSION, looks],
      [2, ["allce7", "bobson", "ивah", "nlkoς", "zoemuller", "mwex"]],
    );
  });

  it("leave case to the folded form", () => {
    assert.equal(foldName("Νίκος 7"), foldName("ΝΊΚΟς_7"));
    assert.equal(foldName("Ann-B"), foldName("ANN b"));
  });
});

describe("a generated name", () => {
  const wallets = Array.from({ length: 500 }, (_, index) => `0x${index.toString(16).padStart(40, "0")}`);

  it("has one form, which no chosen name may have", () => {
    for (const wallet of wallets) {
      const name = generateName(wallet);
      assert.match(name, /^[A-Z][a-z]+-[A-Z][a-z]+-[0-9]{3}$/);
      assert.ok(isGeneratedForm(foldName(name)), name);
      const chosen = readTraderName(name, "Presage");
      assert.ok(isRejection(chosen), name);
    }
  });

  it("is the same each time, and tells wallets apart", () => {
    assert.equal(generateName(wallets[7]!), generateName(wallets[7]!));
    assert.equal(new Set(wallets.map(generateName)).size, wallets.length);
  });
});

describe("a forbidden text", () => {
  it("is read as its look", () => {
    assert.equal(readForbidden({ text: "S.P.A.M", match: "word" }), "spam");
    assert.ok(
      ["5p4m", "SPAM", "sp4m7"].every((name) => listSkeletons(name).some((look) => look.includes("spam"))),
    );
    assert.equal(readForbidden({ text: "Bad Name", match: "name" }), computeSkeleton("badname"));
  });

  it("is refused where it would forbid too much, or nothing", () => {
    for (const text of ["ab", "---", "", "x".repeat(65)])
      assert.ok(isRejection(readForbidden({ text, match: "word" })), text);
  });
});
