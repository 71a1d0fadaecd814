import { createRequestHandler } from '@react-router/express';
import express from 'express';

/* As React Router's documentation has it for Express, without the log and the compression of its own server. */

const app = express();
app.disable('x-powered-by');
app.use('/assets', express.static('build/client/assets', { immutable: true, maxAge: '1y' }));
app.use(express.static('build/client', { maxAge: '1h' }));
app.use(createRequestHandler({ build: () => import('./build/server/index.js') }));
app.listen(process.env.PORT, process.env.HOST);
