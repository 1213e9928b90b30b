/** The texts in Portuguese that explain how the exchange works. */
import type { LearnText } from "./learn-en.ts";

export const learnPt: LearnText = {
  explanations: {
    chance:
      "O preço de uma ação, lido como probabilidade: a 62¢, quem negoceia dá ao resultado 62% de probabilidade. A probabilidade é o meio entre os melhores preços de compra e de venda. Se estes preços estiverem longe um do outro, a probabilidade é o último preço.",
    share:
      "Uma ação paga $1 se o seu resultado acontecer, e nada se não acontecer. Até lá pode vender a ação a qualquer momento.",
    profit:
      "O seu lucro se o resultado acontecer: $1 por cada ação, menos o dinheiro que pagou. Se o resultado não acontecer, perde o dinheiro que pagou.",
    averagePrice:
      "O preço médio de uma ação em toda a ordem. Uma ordem grande é negociada a vários preços do livro de ordens, cada um pior que o anterior.",
    limitPrice:
      "O preço mais alto que paga quando compra, ou o preço mais baixo que aceita quando vende. As ações que não podem ser negociadas a este preço ou melhor esperam no livro de ordens.",
    slippage:
      "A diferença máxima entre o melhor preço e o preço a que uma ordem a mercado é negociada. A ordem não é negociada para lá deste limite.",
    fee: "A parte de um negócio que fica para a bolsa. A taxa é mais alta a 50¢ e desce até 1¢ e 99¢. O formulário da ordem mostra a taxa antes de negociar.",
    spread:
      "A diferença entre o preço mais baixo de quem vende e o preço mais alto de quem compra. Com uma diferença menor, perde menos quando compra uma ação e depois a vende.",
    depth:
      "O número de ações que pode comprar ou vender até cada preço. Num mercado profundo, uma ordem grande muda pouco o preço.",
    resolution:
      "A decisão sobre o resultado, segundo as regras do mercado. A negociação termina, e cada ação do resultado que aconteceu paga $1.",
    disputed: "Alguém contesta o resultado proposto. A negociação continua até o mercado ser resolvido.",
    negativeRisk:
      "Só um mercado do evento pode ganhar. Por isso pode converter ações Não de alguns mercados em ações Sim de todos os outros. Se converter ações Não de vários mercados, recebe também dinheiro.",
  },
  howItWorks: {
    lead: "Um mercado faz uma pergunta sobre o futuro. Compra ações do resultado em que acredita.",
    ideas: "A ideia",
    pays: "Uma ação de um resultado paga $1 se o resultado acontecer, e nada se não acontecer.",
    price:
      "O preço de uma ação é portanto uma probabilidade: se uma ação custa 62¢, quem negoceia dá ao resultado 62% de probabilidade.",
    sell: "Não precisa de esperar pelo resultado: pode vender as suas ações a qualquer momento, ao preço atual.",
    example: "Um exemplo em números",
    now: "Um mercado desta bolsa, ao preço atual:",
    madeUp: "Nenhum mercado desta bolsa tem ações à venda agora, por isso os números são inventados.",
    buy: (size, outcome, price) => `Compra ${size} ações de ${outcome} a ${price}`,
    fee: "Taxa",
    paid: "Paga",
    wins: (outcome) => `Se o resultado for ${outcome}, recebe`,
    profit: "O seu lucro",
    loses: (outcome) => `Se o resultado não for ${outcome}, perde`,
    even: (outcome, chance) =>
      `A compra é boa se achar que ${outcome} tem mais de ${chance} de probabilidade.`,
    toMarket: "Ver este mercado",
    orders: "Ordens",
    others:
      "Negoceia com outras pessoas, e não contra a bolsa. O livro de ordens mostra as ofertas delas para comprar e vender.",
    marketOrder: "Uma ordem a mercado é negociada de imediato, aos melhores preços do livro de ordens.",
    limitOrder:
      "Uma ordem limite só é negociada ao seu preço ou melhor. As ações que não podem ser negociadas agora esperam no livro de ordens. Pode cancelar uma ordem que espera.",
    match:
      "Quem compra Sim e quem compra Não também podem negociar um com o outro: juntos pagam $1, e cada um recebe uma ação.",
    fees: "Taxas",
    noFee: "O mercado do exemplo não cobra taxa.",
    someFee: (size, most) =>
      `No mercado do exemplo, a taxa de ${size} ações é ${most} a 50¢, onde a taxa é mais alta.`,
    takers:
      "Só uma ordem que é negociada de imediato paga a taxa. Uma ordem que espera no livro não paga taxa.",
    everybody: "As ordens que esperam no livro também pagam a taxa quando são negociadas.",
    each: "Cada mercado tem a sua taxa. O formulário da ordem mostra a taxa antes de negociar.",
    money: "Dinheiro",
    sandbox:
      "Esta bolsa está em modo de testes: os dólares são fictícios. Uma carteira nova traz dinheiro fictício, e recebe mais com um clique.",
    production:
      "Os valores são em dólares. Os depósitos e levantamentos fazem-se através do operador desta bolsa, que credita o endereço da sua carteira.",
    held: "Enquanto uma ordem de compra espera no livro, a bolsa reserva o dinheiro dela. Se cancelar a ordem, o dinheiro volta a estar disponível.",
    result: "O resultado",
    decided:
      "O operador resolve um mercado segundo as suas regras. A página do mercado mostra as regras e a fonte do resultado.",
    proposed:
      "Primeiro, o operador pode propor um resultado e mostrar provas. A proposta pode ser contestada. A negociação continua até à resolução.",
    paidOut:
      "Depois da resolução, cada ação do resultado que aconteceu paga $1. As ações do outro resultado não pagam nada. Se nenhum dos resultados servir, cada ação paga 50¢. As ordens abertas são canceladas.",
    paidAtOnce: "A bolsa paga todas as ações automaticamente, se o mercado não tiver outra definição.",
    claimed: "Recebe o que as suas ações pagam com um clique, na página do mercado ou no portefólio.",
    terms: "Glossário",
  },
};
