/** What tells a call for help from talk about help in the middle of a sentence: danger, and a plea. */

const anyOf = (...parts: readonly string[]) => parts.join("|");

/** Everyday turns that have words of danger; they are taken out before danger is looked for. */
const IDIOMS = new RegExp(
  `\\b(?:${anyOf(
    "(?:it|its|this|that|thats|back|head|heat|job|work|feet|knees?|shoes) (?:is |are )?(?:killing|hurting) (?:me|us)",
    "(?:winter|summer|storm|rain|snow|frost|cold|heat|deadline|season|rush) (?:hits?|kicks)",
    "(?:hit|beat) the (?:road|gym|shops|target|deadline|traffic|rush|queue)",
    "dying (?:to|for)|kick off|(?:deep|fresh) breath|shot of|photo shoot|quick question|crush on|kill time|(?:light|make|start) (?:a|the) fire",
  )})\\b`,
  "g",
);

const RELATIVE =
  "son|daughter|child|children|kids?|baby|boy|girl|mother|mum|mom|father|dad|wife|husband|partner|brother|sister|friend|grandma|grandpa";
/** Whom help is for. */
const PERSON = `(?:me|us|him|her|them|the baby|(?:my|our|the)(?: little)? (?:${RELATIVE}))`;
/** Whom something happens to. */
const SOMEBODY = `(?:i|we|he|she|they|hes|shes|theyre|man|men|woman|somebody|someone|people|${RELATIVE})`;
const NOT = "(?:not|is not|are not|isnt|arent|has not|hasnt|will not|wont|cannot|cant)";

/** With one of these a sentence about help is a call as well. */
const DANGER = new RegExp(
  `\\b(?:${anyOf(
    "(?:knife|gun|weapon|blood|bleed|hurt|hitt?|beat|chok|strangl|kick|kill|attack|threaten|stabb?|shot|shoot|breath|unconscious|scream|rap|collaps|drown|murder|kidnapp?|suffocat|poison|assault|punch|overdos|seizur)(?:e|s|es|ed|ing)?",
    "dying|knives|crush(?:ed|ing)|trapped|stroke|ambulance|hurry|quick|gods|begging|sinking|numb|axe|having a fit|(?:he|she) is dead",
    `on fire|(?:is|is a|house) fire|fires? (?:in|at|on|is|everywhere)|(?:is|of|much) smoke|smoke (?:is|in|everywhere|coming)|burning|burn(?:ed|t)? (?:${PERSON}|the house)`,
    "in labou?r|waters broke|turning blue|under the car|(?:car|bad|terrible|an) accident|been a crash|to (?:my|his|her) throat",
    "locked (?:me|us|him|her|in|the door)|broke in|breaking (?:in|into|the (?:door|window|glass))|(?:break|breaking) down the door",
    `${SOMEBODY} ${NOT} (?:moving|moved|breathing|waking|answering|responding|stop|wake|speak|swim|breathe|leave|get up|get out|feel|let (?:me|us))`,
    "let (?:me|us) (?:out|go(?! and| to| get| on))|let go of (?:me|my)|get (?:off|away from) (?:me|us|him|her)|(?:your|his|their) hands off|leave me alone|stay away from (?:me|us)|dont touch (?:me|us)|stop it stop it",
    "(?:following|follows|dragging|pushed) (?:me|us|him|her)",
    `${SOMEBODY} (?:has |have )?(?:fell|fallen) (?:down|off|from|over|on|in the)|${SOMEBODY} (?:is |lying )+on the floor|${SOMEBODY} (?:has |have )fallen`,
    `(?:took|taken|grabbed) my (?:phone|keys|${RELATIVE})`,
    `${SOMEBODY} (?:is |are )?(?:outside )?(?:at the (?:door|window|gate)|(?:in|outside) (?:the house|my house|our house|my window))`,
  )})\\b`,
);

/** With one of these a built-in phrase is a call. "Help" alone is said in too many of such sentences. */
const URGENT = /\b(?:please|now|hurry|god|jesus|right away)\b/;

/** Whether a sentence speaks of danger. */
export function isInDanger(sentence: string): boolean {
  return DANGER.test(sentence.replace(IDIOMS, " "));
}

/** What help is about in daily talk: "call for help with the heating", not "with her" or "with your phone". */
const TOPIC = new RegExp(
  `^(?:with (?!${PERSON}\\b|(?:your|my|a) (?:phone|mobile))|about |when |whenever |unless |if (?!he|she|they))`,
);
/** Talk of what to do in a case that is not there now. */
const SUPPOSED = /\b(?:if|when|whenever|in an emergency|in case|every time)\b/;

/** "Could you call for help", "you must ...", "we have to ...", "I will ...", "I cannot ...". */
const ASKED = new RegExp(
  `\\b(?:${anyOf(
    "(?:can|could|will|would) (?:you|someone|somebody|anyone|anybody|one of you)",
    "(?:you|we|i|someone|somebody) (?:must|(?:have|need|has|got) to)",
    "(?:want|need|begging) you to|you better|(?:i|we) (?:will|cannot|cant)|ill|going to",
  )})(?: please| just)?$`,
);
/** "I need emergency help", "this is an emergency help ...". */
const NEEDED =
  /\b(?:(?:i|we) (?:really )?(?:need|want)(?: some| an)?|(?:this|it|there) is an|(?:its|theres) an|(?:i|we) (?:have|have got|got) an)$/;

/** Whether a built-in phrase is asked of somebody, or said to be needed. */
export function isAsked(phrase: string, before: string, after: string): boolean {
  if (TOPIC.test(after) || SUPPOSED.test(before)) return false;
  if (URGENT.test(`${before} ${after}`)) return true;
  return (phrase.startsWith("call") ? ASKED : NEEDED).test(before);
}

/** What follows a plea, and not a chore: "help me he ...", "help us get out", but not "help me he said" or "help me carry". */
const PLEADED = new RegExp(
  `^(?:(?:me|us|him|her|for ${PERSON}) )?(?:${anyOf(
    "right now|now(?! and| with| to| that)|please (?!with)|hurry|god|oh god|somebody|someone|stop|(?:he|she|they|hes|shes|theyre) (?!said|says|asked|told|thinks)",
    `get (?:free|away|(?:out|down|up)$|out of (?:here|this|it|the (?:car|house|room))|${PERSON} (?:off|away|out))|to get (?:out$|away|to a hospital)`,
    `wake (?:him|her)|find ${PERSON}$|(?:in|out|up|down) here`,
  )})`,
);

/** Whether "help" alone is a plea: "you have to help us he is drunk". */
export function isPlea(before: string, after: string): boolean {
  if (SUPPOSED.test(before)) return false;
  return (
    (/^(?:me|us|him|her)\b/.test(after) || /\bneed(?: your| some)?$/.test(before)) &&
    PLEADED.test(after)
  );
}
