import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, watch, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** A host with a service, whose results come from outside. */
const objects = `
define timeperiod {
  timeperiod_name 24x7
  alias           always
  ${days.map((day) => `${day} 00:00-24:00`).join('\n  ')}
}
define command {
  command_name none
  command_line /bin/true
}
define host {
  host_name             db-nagios
  address               127.0.0.1
  max_check_attempts    1
  active_checks_enabled 0
  check_period          24x7
  notification_period   24x7
  notification_interval 0
  contacts              tocsin
}
define service {
  host_name             db-nagios
  service_description   Disk
  check_command         none
  max_check_attempts    1
  active_checks_enabled 0
  check_period          24x7
  notification_period   24x7
  notification_interval 0
  contacts              tocsin
}
`;

const settingsOf = (at: (name: string) => string): Readonly<Record<string, string>> => ({
  cfg_file: at('objects.cfg'),
  log_file: at('nagios.log'),
  object_cache_file: at('objects.cache'),
  precached_object_file: at('objects.precache'),
  status_file: at('status.dat'),
  state_retention_file: at('retention.dat'),
  command_file: at('nagios.cmd'),
  query_socket: at('nagios.qh'),
  lock_file: at('nagios.lock'),
  temp_file: at('nagios.tmp'),
  temp_path: at('.'),
  check_result_path: at('results'),
  nagios_user: userInfo().username,
  nagios_group: userInfo().username,
  check_external_commands: '1',
  enable_notifications: '1',
  check_for_updates: '0',
  use_syslog: '0',
});

/** The files of a Nagios in a folder; `contact`: whom it notifies, and how. */
export class NagiosFiles {
  readonly main: string;
  private readonly commands: string;

  constructor(
    private readonly folder: string,
    contact: string,
  ) {
    const at = (name: string): string => join(folder, name);
    mkdirSync(at('results'), { recursive: true });
    const settings = settingsOf(at);
    writeFileSync(at('objects.cfg'), `${contact}${objects}`);
    this.main = at('nagios.cfg');
    this.commands = at('nagios.cmd');
    writeFileSync(
      this.main,
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
  }

  /** Submits a result of its check, once Nagios has made the pipe for it. */
  async submit(nagios: ChildProcess, code: number, output: string): Promise<void> {
    await this.pipe(nagios);
    const second = Math.floor(Date.now() / 1_000);
    appendFileSync(this.commands, `[${second}] PROCESS_SERVICE_CHECK_RESULT;db-nagios;Disk;${code};${output}\n`);
  }

  private pipe(nagios: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      const watcher = watch(this.folder, () => check());
      const check = (): void => {
        if (!existsSync(this.commands)) return;
        watcher.close();
        resolve();
      };
      nagios.once('close', () => reject(new Error('Nagios has ended')));
      check();
    });
  }
}
