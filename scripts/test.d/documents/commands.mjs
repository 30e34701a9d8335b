/** Says which parts of a command in a document do not exist. Pure. */

/** Programs of others, whose own options are not looked at. */
const programs = [
  "apt-get",
  "systemctl",
  "date",
  "gzip",
  "xz",
  "sha256sum",
  "pg_dump",
  "espeak-ng",
];

/** A command without the settings before it, and without the change of folder. */
const bare = (command) =>
  command.replace(/^\(cd \w+ && (.*)\)$/, "$1").replace(/^(?:[A-Z_]+=\S+ )+/, "");

/** Whether a text is a command line. */
export const isCommand = (text) =>
  /^(scripts\/\w+(?: |$)|npm |npx |cargo |node |silent-partner\b)/.test(bare(text)) ||
  programs.some((program) => bare(text).startsWith(`${program} `));

/** What comes after an option, whichever of its names is used. */
function valuesOf(words, ...options) {
  return words.filter((_, at) => options.includes(words[at - 1]));
}

/** The parts that an existing file or name has to have: one function for each program, which gives what is missing. */
const missing = {
  npm: (words, { texts }) =>
    valuesOf(words, "run").filter(
      (name) => !(name in JSON.parse(texts["ui/package.json"]).scripts),
    ),
  npx: (words, { files, texts }) => [
    ...valuesOf(words, "--project").filter(
      (name) => !new RegExp(`"${name}"`).test(texts["ui/vitest.config.ts"]),
    ),
    ...words.filter((word) => word.includes("/") && !files.includes(`ui/${word}`)),
  ],
  cargo: (words, { files, texts }) => [
    ...valuesOf(words, "--package", "-p").filter(
      (name) => !files.some((file) => file.endsWith(`${name}/Cargo.toml`)),
    ),
    ...valuesOf(words, "--test").filter(
      (name) => !files.some((file) => file.startsWith(`server/tests/${name}`)),
    ),
    ...valuesOf(words, "--profile").filter(
      (name) => !texts["Cargo.toml"].includes(`[profile.${name}]`),
    ),
  ],
  node: (words, repository) => missing.scripts(words.slice(1), repository),
  "silent-partner": (words, { texts }) => {
    const text = texts["server/src/config/command.rs"] + texts["server/src/config/mod.rs"];
    const isVariant = (task) =>
      new RegExp(
        `^    ${task.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())}\\b`,
        "m",
      ).test(text);
    const isOption = (option) =>
      option === "--help" || new RegExp(`\\b${option.slice(2).replaceAll("-", "_")}\\b`).test(text);
    const [task, ...rest] = words.slice(1);
    const options = [task, ...rest].filter((word) => word?.startsWith("--"));
    const isTask = task === undefined || /^-|^[A-Z]/.test(task) || isVariant(task);
    return [...(isTask ? [] : [task]), ...options.filter((option) => !isOption(option))];
  },
  scripts: ([script, ...rest], { files, texts }) => {
    if (!files.includes(script)) return [script];
    const ofScripts = Object.keys(texts).filter((file) => file.startsWith("scripts/"));
    const text = ofScripts.map((file) => texts[file]).join("\n");
    const named = rest.filter((word) => /^(--)?[a-z][a-z-]+$|^--/.test(word));
    return named.filter((word) => !text.includes(word));
  },
};

/** The parts of a command that do not exist. */
export function unknownInCommand(command, repository) {
  const settings = [...command.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name);
  const words = bare(command).replaceAll('"', "").split(/\s+/);
  const program = words[0]?.startsWith("scripts/") ? "scripts" : words[0];
  return [
    ...settings.filter((name) => !repository.words.has(name)),
    ...(missing[program]?.(words, repository) ?? []),
  ];
}
