// Jest runs all suites at once and is told to --randomize for all or for none: this one is for the suites whose tests are `shuffled`.
const { default: runner } = require('jest-circus/runner');

module.exports = (globalConfig, ...rest) => runner({ ...globalConfig, randomize: true }, ...rest);
