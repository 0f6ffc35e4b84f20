import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';

@Controller()
class HealthController {
  @Get('healthz')
  health(): { status: 'ok' } {
    return { status: 'ok' };
  }
}

@Module({ controllers: [HealthController] })
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), { logger: ['error', 'warn'] });
app.enableShutdownHooks();
const port = Number(process.env.TOCSIN_PORT ?? process.env.PORT ?? 3000);
await app.listen({ port, host: process.env.TOCSIN_HOST ?? '0.0.0.0' });
console.log(`Tocsin listens on http://localhost:${port}`);
