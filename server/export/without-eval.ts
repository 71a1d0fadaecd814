import * as z from 'zod';

/* Imported first by scripts for browsers: the content security policy forbids eval, and zod would ask whether it may, which browsers report. */

z.config({ jitless: true });
