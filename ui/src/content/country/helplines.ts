/**
 * Lines for people who are hurt by somebody close to them: country, number as dialled there, name, and the site on
 * which to check it. Each number was found in at least two public directories or pages that agree; where they did not, none
 * is here, because a wrong number is worse than none. Those sites themselves were not asked.
 */
const LINES = `
AE|800 111|Dubai Foundation for Women and Children|dfwac.ae
AR|144|Línea 144|argentina.gob.ar
AT|0800 222 555|Frauenhelpline gegen Gewalt|frauenhelpline.at
AU|1800 737 732|1800RESPECT|1800respect.org.au
BD|109|National Helpline Centre for Violence against Women and Children|mowca.gov.bd
BE|1712|1712 (Dutch)|1712.be
BE|0800 30 030|Écoute violences conjugales (French)|ecouteviolencesconjugales.be
BG|0800 18 676|National helpline for victims of violence (Animus)|animusassociation.org
BR|180|Ligue 180, Central de Atendimento à Mulher|gov.br/mulheres
CA|1-866-863-0511|Assaulted Women's Helpline (Ontario)|awhl.org
CL|1455|Fono 1455, SernamEG|sernameg.gob.cl
CN|12338|All-China Women's Federation|women.org.cn
CO|155|Línea 155|gov.co
CZ|116 006|Bílý kruh bezpečí|bkb.cz
DE|116 016|Hilfetelefon Gewalt gegen Frauen|hilfetelefon.de
DK|1888|Lev Uden Vold|levudenvold.dk
EG|15115|National Council for Women|ncw.gov.eg
ES|016|016|violenciagenero.igualdad.gob.es
FI|080 005 005|Nollalinja|nollalinja.fi
FR|3919|Violences Femmes Info|solidaritefemmes.org
GB|0808 2000 247|National Domestic Abuse Helpline|nationaldahelpline.org.uk
GR|15900|SOS 15900|isotita.gr
HR|0800 55 44|Autonomna ženska kuća Zagreb|wave-network.org
HU|06 80 20 55 20|OKIT|okit.hu
ID|129|SAPA 129|kemenpppa.go.id
IE|1800 341 900|Women's Aid|womensaid.ie
IN|181|Women Helpline|wcd.nic.in
IT|1522|Numero antiviolenza e stalking|1522.eu
JP|0120-279-889|DV Soudan Plus|soudanplus.jp
KE|1195|National GBV Helpline|gender.go.ke
KR|1366|Women's Emergency Hotline|mogef.go.kr
LB|03 018 019|KAFA|kafa.org.lb
MX|800 108 4053|Línea Mujeres|locatel.cdmx.gob.mx
MY|15999|Talian Kasih|kpwkm.gov.my
NL|0800 2000|Veilig Thuis|veiligthuis.nl
NO|116 006|VO-linjen|volinjen.no
NZ|0800 456 450|Are You OK|areyouok.org.nz
NZ|0800 733 843|Women's Refuge|womensrefuge.org.nz
PE|100|Línea 100|gob.pe/mimp
PK|1099|Ministry of Human Rights Helpline|mohr.gov.pk
PL|800 120 002|Niebieska Linia|niebieskalinia.info
PT|800 202 148|Linha nacional de apoio às vítimas de violência doméstica|cig.gov.pt
RO|0800 500 333|ANES|anes.gov.ro
RU|8 800 7000 600|ANNA|anna-center.ru
SA|1919|Domestic violence reporting centre|hrsd.gov.sa
SE|020 50 50 50|Kvinnofridslinjen|kvinnofridslinjen.se
SG|1800 777 0000|National Anti-Violence and Sexual Harassment Helpline|msf.gov.sg
SK|0800 212 212|Národná linka pre ženy zažívajúce násilie|employment.gov.sk
TH|1300|Social Assistance Center|m-society.go.th
TR|183|ALO 183|aile.gov.tr
TW|113|Protection Hotline 113|mohw.gov.tw
UA|0 800 500 335|La Strada Ukraine|la-strada.org.ua
UA|1547|Government hotline 1547|kmu.gov.ua
US|1-800-799-7233|National Domestic Violence Hotline|thehotline.org
UY|0800 4141|Orientación a mujeres en situación de violencia|gub.uy
ZA|0800 428 428|GBV Command Centre|dsd.gov.za
`;

/** When the numbers were last compared with the directories. */
export const helplinesChecked = "2026-11-25";

/** Where people of all other countries find theirs; as text, because nothing is loaded from other sites. */
export const directories = ["nomoredirectory.org", "findahelpline.com"] as const;

/** One line. */
export interface Helpline {
  readonly country: string;
  readonly number: string;
  readonly name: string;
  /** The site on which to check it. */
  readonly source: string;
}

/** All of them. */
export const helplines: readonly Helpline[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [country = "", number = "", name = "", source = ""] = line.split("|");
    return { country, number, name, source };
  });

/** The lines of a country by its ISO code. */
export function helplinesOf(country: string): readonly Helpline[] {
  return helplines.filter((line) => line.country === country);
}
