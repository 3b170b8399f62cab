// Pages of prose come before single names, and a title before a mention.
var Scorer = {
  objNameMatch: 4,
  objPartialMatch: 1,
  objPrio: { 0: 2, 1: 0, 2: -2 },
  objPrioDefault: 0,
  title: 40,
  partialTitle: 20,
  term: 10,
  partialTerm: 2,
};
