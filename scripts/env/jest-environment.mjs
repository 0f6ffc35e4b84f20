import { createRequire } from 'node:module';
import { killLeftServers, startServer, throwFaults } from './server-hosts.mjs';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-node');

/** Node, with what outlives a test file: this module stays loaded as long as its worker of jest. */
export default class Environment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.startHostedServer = startServer;
    this.global.endHostedServers = endServers;
  }

  async teardown() {
    killLeftServers();
    await super.teardown();
    throwFaults();
  }
}

/** At the end of each spec of a group: what it has left is its own fault. */
const endServers = () => {
  killLeftServers();
  throwFaults();
};
