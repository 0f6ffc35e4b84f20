import type { Room } from '../core/room.js';
import { BacktestRunner } from './backtest-runner.js';
import { BacktestsController } from './backtests.controller.js';

export const backtestsRoom: Room = { controllers: [BacktestsController], providers: [BacktestRunner] };
