import { DataFolderRefused } from '@tocsin/platform/data-folder/data-folder-refused.js';
import { describeMachineError } from '@tocsin/platform/data-folder/machine-errors.js';
import { RescueRefused } from '@tocsin/moving-in/rescue/rescue-refused.js';
import { rescue } from '@tocsin/moving-in/rescue/rescue.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { VaultRefused } from '@tocsin/platform/vault/vault.js';
import { BackupRefused } from '@tocsin/platform/backup/manifest.js';
import { CopyRefused } from '@tocsin/platform/event-log/copy-log.js';
import { auditCommand } from './audit.js';
import { runBackup } from './backup.js';
import { CliRefused } from './cli-refused.js';
import { runDoctor } from './doctor.js';
import { applyCommand, configUsage, exportCommand, planCommand, planTexts } from './config-files.js';
import { ServerAway } from './config-server.js';
import { goLiveCommand, makeOwnerCommand, retryCommand } from './operator-acts.js';
import { importCommand } from './import.js';
import { importHistory } from './imported-history/import-history.js';
import { moveCommand } from './move.js';
import { proofCommand } from './proof.js';
import { rebuildCommand } from './rebuild.js';
import { realOutside } from './real-outside.js';
import { restoreCommand } from './restore.js';
import { rotateKeyCommand } from './rotate-key.js';
import { offerNumbers } from './moving-in/offer-numbers.js';
import { importOrganisation, isOrganisation } from './moving-in/import-organisation.js';
import { readSettings, type Settings } from './settings.js';
import type { Terminal } from './progress-bar.js';
import { verifyCommand } from './verify.js';

type Command = (args: readonly string[], settings: Settings, terminal: Terminal) => Promise<number>;

const commands: Readonly<Record<string, { readonly usage: string; readonly says: string; readonly run: Command }>> = {
  backup: {
    usage: 'backup [file]',
    says: 'Copy log, vault and side data into one file, with or without a running server. Or add to a backup in a FOLDER or s3://BUCKET/PREFIX.',
    run: runBackup,
  },
  restore: {
    usage: 'restore file',
    says: 'Put a backup into an empty data folder; from a FOLDER or s3://BUCKET/PREFIX --to ORDINAL. --vault or --erasures: the newest ones, so that erased people stay erased. --master-key.',
    run: restoreCommand,
  },
  move: {
    usage: 'move cluster|embedded',
    says: 'Copy the log of a stopped server between SQLite and EventStoreDB, event by event. Repeat it after an interruption.',
    run: moveCommand,
  },
  rebuild: {
    usage: 'rebuild [view…]',
    says: 'Rebuild views from the log, with or without a running server.',
    run: rebuildCommand,
  },
  'rotate-key': {
    usage: 'rotate-key',
    says: 'Encrypt the vault under a new master key, with the server stopped. Set TOCSIN_NEW_MASTER_KEY, or a new key file is created.',
    run: rotateKeyCommand,
  },
  'go-live': {
    usage: 'go-live',
    says: 'Resume sending on a restored store, through the running server. Use it if no owner is left to press “Go live here”.',
    run: goLiveCommand,
  },
  'make-owner': {
    usage: 'make-owner EMAIL',
    says: 'Make a person an owner, through the running server. Use it if no owner is left.',
    run: makeOwnerCommand,
  },
  retry: {
    usage: 'retry',
    says: 'Retry what doctor lists as failed, while the server is running.',
    run: retryCommand,
  },
  import: {
    usage: 'import',
    says: 'Create a data folder of alerts from a CSV or NDJSON file, for reports: --from FILE, --map openedAt=COLUMN,…, --data NEW_FOLDER. Or read a rescue, or with --live the system itself: import SYSTEM FOLDER, --plan, --out NEW_FOLDER, --offer-numbers. Exit code 3: on call differs without a reason.',
    run: (args, settings, terminal) =>
      isOrganisation(args[0])
        ? importOrganisation(args, realOutside, { plan: planTexts(settings), offer: offerNumbers(settings) }, terminal)
        : importCommand(args, settings),
  },
  rescue: {
    usage: 'rescue SYSTEM FOLDER',
    says: 'Copy what Opsgenie, JSM, PagerDuty, Grafana OnCall or GoAlert tells into a folder, without a server. rescue verify, rescue forget.',
    run: (args, _settings, terminal) => rescue(args, realOutside, terminal),
  },
  'import-history': {
    usage: 'import-history FOLDER',
    says: 'Keep the past of another system, from a rescue or with SYSTEM --live from itself, as a log beside your own: for reports and backtests. --people FILE.csv. --delete.',
    run: (args, settings, terminal) => importHistory(args, settings, realOutside, terminal),
  },
  plan: {
    usage: 'plan',
    says: `What configuration files would change. ${configUsage}. Exit code 0: nothing, 2: changes, 1: refused.`,
    run: planCommand,
  },
  apply: {
    usage: 'apply',
    says: 'Apply configuration files, after asking. Options of plan, --expect DIGEST, --yes, --no-invitations. Exit code 4: stopped in the middle.',
    run: applyCommand,
  },
  export: { usage: 'export', says: 'Write the configuration as files. --out FOLDER, --team NAME.', run: exportCommand },
  audit: {
    usage: 'audit',
    says: 'Check from the log whether every due page was attempted on time. --from TIME, --to TIME, --json. Exit code 1: something was not.',
    run: auditCommand,
  },
  mcp: {
    usage: 'mcp',
    says: 'Let a model read, and ask to act, over standard input and output (Model Context Protocol). TOCSIN_URL and TOCSIN_TOKEN: server and token.',
    run: async () => (await import('./mcp.js')).mcpCommand(),
  },
  verify: {
    usage: 'verify [file]',
    says: 'Check the log, a backup or a proof file against hashes and seals. --key KEY, --anchor SIZE:ROOT. Exit code 1: it was changed.',
    run: verifyCommand,
  },
  proof: {
    usage: 'proof file',
    says: 'Write the sealed log, or a part, as a file that a stranger can check. --stream NAME, --from ORDINAL, --to ORDINAL.',
    run: proofCommand,
  },
  doctor: { usage: 'doctor', says: 'Check the data folder and the server. Changes nothing.', run: runDoctor },
};

const help = [
  `Tocsin ${version}. Usage: tocsin <command>`,
  '',
  ...Object.values(commands).map(({ usage, says }) => `  ${usage.padEnd(22)}${says}`),
  '',
  'TOCSIN_DATA is the data folder (default: data); TOCSIN_MASTER_KEY as for the server, and in a cluster TOCSIN_PROFILE,',
  'TOCSIN_EVENTSTORE, TOCSIN_EVENTSTORE_PREFIX and TOCSIN_POSTGRES too.',
].join('\n');

const isExpected = (error: unknown): error is Error =>
  [BackupRefused, CopyRefused, CliRefused, DataFolderRefused, RescueRefused, VaultRefused, LogUnavailable].some(
    (kind) => error instanceof kind,
  );

/** Runs one command line; returns the exit code. Errors that an operator can fix are printed as a sentence, without a stack. */
export const run = async (argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> => {
  const [name = 'help', ...args] = argv;
  if (['help', '--help', '-h'].includes(name)) return print(help, 0);
  if (name === '--version') return print(version, 0);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return print(`Unknown command “${name}”.\n\n${help}`, 1);
  try {
    return await command.run(args, readSettings(env), process.stdout);
  } catch (error) {
    if (error instanceof ServerAway) return print(error.message, 75);
    if (isExpected(error)) return print(error.message, 1);
    const machineError = describeMachineError(error);
    if (machineError !== undefined) return print(`${name} could not be done: ${machineError} (${(error as Error).message}).`, 1);
    throw error;
  }
};

const print = (text: string, code: number): number => {
  if (code === 0) console.log(text);
  else console.error(text);
  return code;
};
