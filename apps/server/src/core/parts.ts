import { join } from 'node:path';
import type { ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { Redactions } from '@tocsin/domain/operation/redactions/redactions.js';
import { domain } from '@tocsin/domain/registry.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import { ManualClock, SystemClock, type Clock } from '@tocsin/platform/clock/clock.js';
import type { EventCodec } from '@tocsin/platform/codec/codec.js';
import { requireFinal } from '@tocsin/platform/codec/final-facts.js';
import type { DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { openOrReplace } from '@tocsin/platform/data-folder/quarantine-file.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { createDecodeOnce, type DecodeOnce } from '@tocsin/platform/feed/decoding.js';
import { watchDomain } from '@tocsin/platform/reactor/watched-domain.js';
import { SqliteSideStore } from '@tocsin/platform/side/sqlite-side-store.js';
import type { SideStore } from '@tocsin/platform/side/side-store.js';
import type { Config } from '../config.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';
import { codecOf } from './codec-of-server.js';
import { pauseCopy } from './copied-folder.js';
import { openLog, originOf, type LogKind } from './opened-log.js';
import { openMemory, type OpenedMemory } from './opened-memory.js';
import { openPlaces, type Places } from './opened-places.js';
import type { Stores } from './profile-stores.js';
import { openStores } from './stores.js';
import { BackgroundErrors } from './background-errors.js';
import { Watchdog } from './watchdog.js';
import { secretsOfConnections, withoutSecrets } from './without-secrets.js';

/** The command runner, and the watchdog of its event loop. */
interface DecisionEngine {
  readonly runner: CommandRunner;
  /** Ends the process when its event loop is blocked permanently; the rules report their current work to it. */
  readonly watchdog: Watchdog;
  readonly watched: Domain;
}

/** The parts of a server that have to be opened or read first. */
export interface OpenedDependencies extends Places, Stores, OpenedMemory, DecisionEngine {
  readonly config: Config;
  readonly clock: Clock;
  readonly troubles: BackgroundErrors;
  readonly side: SideStore;
  readonly codec: EventCodec;
  readonly decode: DecodeOnce;
  /** The kind of the log: only a live one pages people. */
  readonly logKind: LogKind;
  /** The redacted texts. */
  readonly redactions: Redactions;
}

/** Opens the side store; a damaged one is replaced, which signs everyone out but loses no event and does not stop paging. */
const openSide = (folder: DataFolder, now: string, tell: (sentence: string) => void): SqliteSideStore => {
  const file = join(folder.room('side'), 'side.db');
  const then = 'A new one was created: everyone has to sign in again. Nothing is sent twice.';
  return openOrReplace({ file, now, consequence: then, tell }, () => new SqliteSideStore(file));
};

type DecisionDependencies = Pick<
  OpenedDependencies,
  'clock' | 'codec' | 'config' | 'decode' | 'feed' | 'folder' | 'log' | 'memory' | 'troubles'
>;

const decidingOf = ({ config, folder, troubles, log, codec, decode, clock, memory, feed }: DecisionDependencies): DecisionEngine => {
  const watchdog = new Watchdog({
    after: config.endsLoopsAfter,
    file: join(folder.room('side'), 'never-ended.json'),
    version,
    onTrouble: (error) => troubles.note('watchdog', error),
  });
  const watched = watchDomain(domain, watchdog);
  const { deciders, logic, reads } = watched;
  const checkFact = config.shouldCheckFacts ? requireFinal(eventContract) : undefined;
  const runner = new CommandRunner({ deciders, logic, node: folder.nodeId, log, codec, decode, clock, memory, feed, reads, checkFact });
  return { watchdog, watched, runner };
};

/** Opens the data folder and reads the log. Throws DataFolderRefused, VaultRefused or LogUnavailable with a sentence. */
export const openParts = async (config: Config, write: (where: string, error: unknown) => void): Promise<OpenedDependencies> => {
  const started = new Date().toISOString();
  const places = await openPlaces(config, started);
  const { folder, vault } = places;
  const time = { now: () => started };
  const known = { secrets: (): readonly string[] => [] };
  const troubles = new BackgroundErrors(
    () => time.now(),
    write,
    (text) => withoutSecrets(text, known.secrets()),
  );
  const codec = codecOf(places, troubles);
  const tell = (sentence: string): void => {
    troubles.note('data folder', new Error(sentence));
    console.error(sentence);
  };
  const side = openSide(folder, started, tell);
  const stores = await openStores({ config, folder, started, onReplaced: tell }, console.error);
  const { log } = stores;
  const redactions = new Redactions();
  // Raw bodies are left undecoded: only the history shows them; memory, reactor and views never read them.
  const decode = createDecodeOnce(
    (stored: StoredEvent) => codec.decode(stored, isRaw),
    (event) => redactions.noteRedaction(event),
  );
  const toOpen = { config, log, codec, decode, vault, folder, started };
  const logKind = await openLog(toOpen);
  await pauseCopy({ ...toOpen, tree: stores.tree }, logKind, console.error);
  const clock = config.clock === 'manual' ? new ManualClock(await originOf(toOpen)) : new SystemClock();
  time.now = () => clock.now();
  const remembered = await openMemory({ folder, vault, log, decode, redactions, troubles });
  // with those that were removed and are still answered
  const connections = remembered.memory.rows<ConnectionRow>('endingConnections');
  known.secrets = secretsOfConnections({ connections, vault });
  const read = { config, clock, troubles, ...places, side, ...stores, codec, decode, logKind, redactions, ...remembered };
  return { ...read, ...decidingOf(read) };
};
