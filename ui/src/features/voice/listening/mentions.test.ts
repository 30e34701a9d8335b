/** Claims about calls for help and sentences about help: the table of what starts an emergency and what does not. */
import { describe, expect, test } from "vitest";
import { builtIn, help, startsEmergency } from "./stories.ts";

describe("a call for help is heard", () => {
  test.each<[...said: string[]]>([
    // Alone, murmured and with hesitation.
    ["emergency help"],
    ["Emergency. Help."],
    ["emergency help me"],
    ["um emergency help", "please"],
    ["uh emergency help"],
    ["i need emergency help"],
    ["we need emergency help here"],
    ["emergency help please"],
    ["please please emergency help"],
    ["help emergency"],
    ["help it is an emergency", "help emergency"],
    ["call for help"],
    ["call help"],
    ["call help now"],
    ["just call for help"],
    ["please call for help"],
    ["hey silent"],
    ["hey silent partner"],
    ["hey silent please"],
    ["hey siri help"],
    ["alexa help me"],
    ["ok hey google help"],
    // Repeated.
    ["emergency help emergency help"],
    ["emergency help emergency help emergency help he is coming"],
    ["help help help emergency"],
    ["call for help call for help"],
    ["emergency emergency", "help"],
    ["emergency help is on the website emergency help"],
    ["where do I get no stop emergency help"],
    // Cut off, and cut in two by recognition.
    ["emergency", "help"],
    ["this is an emergency", "help me"],
    ["em emerg emergency help"],
    ["emergency help he has"],
    ["emergency help i cant"],
    ["somebody call", "for help"],
    ["hey", "silent partner"],
    // With what happens.
    ["emergency help he is breaking down the door"],
    ["emergency help is anybody there"],
    ["emergency help is the baby breathing"],
    ["emergency help is in the house", "help"],
    ["emergency help is at the door with a knife"],
    ["emergency help is on the stairs he is coming up"],
    ["emergency help is not coming what do I do"],
    ["emergency help where are you"],
    ["emergency help what should I do he is bleeding"],
    ["oh my god emergency help she is on the floor"],
    ["somebody call for help he has fallen down"],
    ["someone please call for help she is not breathing"],
    // In the middle of a long sentence, which recognition writes in one piece.
    ["he is in the house emergency help he is at the door"],
    ["he wont let me out call for help he locked the door"],
    ["he is in the house this is an emergency help me get out"],
    ["you should call for help he is hurting her"],
    ["I told you to stop emergency help in the house on mill road"],
    // Asked of somebody, in danger.
    ["can you call for help"],
    ["could somebody call for help please"],
    ["will you please call for help"],
    ["why does nobody call for help"],
    ["what do I do emergency help"],
    ["where are you emergency help"],
    ["how do I call for help"],
    ["where can I get emergency help now"],
    ["oh god where do I get emergency help"],
    ["tell him to call for help"],
    ["I said emergency help"],
    ["you must call for help"],
    ["did you call for help"],
  ])("%s %s", (...said) => {
    expect(startsEmergency(builtIn, said)).toBe(true);
  });
});

describe("a sentence about help is not taken for a call", () => {
  test.each<[...said: string[]]>([
    // Where information stands.
    ["emergency help is on the website"],
    ["emergency help is on our website"],
    ["emergency help is also on the internet"],
    ["emergency help is listed on page four"],
    ["emergency help is described in the handbook"],
    ["emergency help was on the news"],
    ["emergency help is in the settings"],
    ["emergency help is on every poster"],
    ["emergency help is always on the menu"],
    ["oh that emergency help is on the app"],
    ["call for help is on the card"],
    ["call for help is in every leaflet"],
    ["in an emergency help is on the website"],
    ["if you have an emergency help is at hand"],
    ["for every emergency help is found on the noticeboard"],
    // Asked after.
    ["where do I get emergency help"],
    ["where can you find emergency help"],
    ["how would I find emergency help"],
    ["how do people get emergency help"],
    ["who can provide emergency help"],
    ["and where did she get emergency help"],
    ["so who will offer emergency help"],
    ["excuse me where can I find emergency help"],
    ["who would give emergency help"],
    ["how do you spell emergency help"],
    ["how do you pronounce help emergency"],
    ["how do they get emergency help in the mountains"],
    // At other times.
    ["you can always call for help"],
    ["they never call for help"],
    ["people usually call for help"],
    ["do you ever call for help"],
    ["she would rarely call for help"],
    ["in the mountains you normally call for help"],
    ["he would sometimes call help"],
    ["you should generally call for help"],
    ["how often call for help"],
    // Talk that goes on after the words.
    ["they said that you should call for help with the heating"],
    ["we will call for help with moving the piano"],
    ["my insurance has emergency help for cars and houses"],
    ["the government promised emergency help for the farmers"],
    ["I work in emergency help at the hospital"],
    ["he wrote about emergency help in his latest book"],
    ["I might call help desk about my printer"],
    // Other words.
    ["emergency helpline"],
    ["the emergencies helped"],
    ["recall helpful people"],
    ["he called for help"],
    ["she is calling for help"],
    ["calls for help have doubled"],
    ["they silently left"],
    ["hey", "there", "silent night"],
    ["alexa helped me"],
    ["hey google what is the weather"],
    ["I had to call", "my mother"],
    ["it was an emergency", "but we got help later"],
  ])("%s %s %s", (...said) => {
    expect(startsEmergency(builtIn, said)).toBe(false);
  });
});

/** What no rule tells from a call without missing calls. The settings tell the person. */
describe("a false alarm that remains is", () => {
  test.each([
    "emergency help is free in this country",
    "emergency help is on its way",
    "I had to call for help",
    "they offer emergency help",
    "do you know how to call for help",
    "she told me to call for help",
  ])("%s", (said) => {
    expect(startsEmergency(builtIn, [said])).toBe(true);
  });
});

describe("the default safe word", () => {
  test.each([
    "help",
    "help me",
    "help help help",
    "somebody help",
    "please help he has a knife",
    "help is anybody there",
    "help is in the garage he locked me in",
    "who is there help",
    "how do I get help",
    "where can I find help",
    "can anyone help",
    "he is hurting me please help he has a knife",
    "he is in the house help he is at the door",
    "let go of me you are drunk help me get away",
    "he locked the door please help me get out of here",
    "can you help me he is hitting me",
    "I think he has a gun could you help me out of here",
    "he is in the house help for gods sake be quick",
  ])("is heard in: %s", (said) => {
    expect(startsEmergency(help, [said])).toBe(true);
  });

  test.each([
    "help is on the website",
    "he would never help",
    "I think that would help he said and left",
    "thanks for your help yesterday it was great",
    "they gave us a lot of help from the beginning",
    "there is professional help for people with debts",
    "come here and help me carry this upstairs",
    "it does not matter I asked them to help with the garden",
    "could you help me carry this upstairs",
    "that was helpful",
  ])("is not heard in: %s", (said) => {
    expect(startsEmergency(help, [said])).toBe(false);
  });
});
