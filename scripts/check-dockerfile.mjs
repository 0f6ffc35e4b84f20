// Checks a Dockerfile without a container engine: errors and warnings of the builder, and own rules. An argument names another file.
import { existsSync, readFileSync } from 'node:fs';
import { DockerfileParser } from 'dockerfile-ast';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { inRoot } from './env/root.mjs';

const text = readFileSync(process.argv[2] ?? inRoot('Dockerfile'), 'utf8');
const dockerfile = DockerfileParser.parse(text);
const instructions = dockerfile.getInstructions();
const stages = dockerfile.getFROMs();
const last = instructions.filter((each) => lineOf(each) >= lineOf(stages.at(-1)));

const faults = [
  ...validate(text, { deprecatedMaintainer: ValidationSeverity.ERROR, instructionWorkdirRelative: ValidationSeverity.ERROR }).map(
    ({ range, message }) => `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
  ),
  ...stages.filter((from) => !isPinned(from)).map((from) => faultAt(from, `${from.getImage()} is not pinned to a version`)),
  ...instructionsOf('ADD').map((add) => faultAt(add, 'ADD fetches and unpacks: COPY says what is copied')),
  ...instructionsOf('RUN').flatMap(findAptFaults),
  ...instructionsOf('COPY').flatMap(findSourceFaults),
  ...endFaults(),
];
for (const fault of faults) console.error(`Dockerfile: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

function instructionsOf(keyword, among = instructions) {
  return among.filter((each) => each.getKeyword() === keyword);
}

function isStage(name, before) {
  return stages.some((each) => lineOf(each) < lineOf(before) && each.getBuildStage() === name);
}

/** A version, or a stage of this file. */
function isPinned(from) {
  return isStage(from.getImage(), from) || /\d/.test(from.getImageTag() ?? '') || from.getImageDigest() !== null;
}

function findAptFaults(run) {
  const content = run.getArgumentsContent() ?? '';
  return /apt(-get)?\s+.*install/.test(content) && !content.includes('--no-install-recommends')
    ? [faultAt(run, 'apt installs recommended packages: --no-install-recommends')]
    : [];
}

/** Sources of COPY must exist in the clone. */
function findSourceFaults(copy) {
  const from = copy.getFromFlag()?.getValue();
  if (from) return isStage(from, copy) ? [] : [faultAt(copy, `there is no stage ${from} before it`)];
  const sources = copy.getArguments().map((argument) => argument.getValue());
  return sources.slice(0, -1).flatMap((source) => (existsSync(inRoot(source)) ? [] : [faultAt(copy, `there is no ${source}`)]));
}

/** The image that runs: not as root, and it says how it is. */
function endFaults() {
  const user = instructionsOf('USER', last).at(-1)?.getArgumentsContent();
  return [
    ...(user && !/^(root|0)\b/.test(user) ? [] : ['it runs as root: name a USER in the last stage']),
    ...(instructionsOf('HEALTHCHECK', last).length > 0 ? [] : ['it has no HEALTHCHECK in the last stage']),
    ...[...instructionsOf('CMD', last), ...instructionsOf('ENTRYPOINT', last)]
      .filter((each) => each.getOpeningBracket() === null)
      .map((each) => faultAt(each, 'a shell would receive the signals: write it as a list')),
  ];
}

function lineOf(instruction) {
  return instruction.getRange().start.line;
}

function faultAt(instruction, message) {
  return `line ${lineOf(instruction) + 1}: ${message}`;
}
