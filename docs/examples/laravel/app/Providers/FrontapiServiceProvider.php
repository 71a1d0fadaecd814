<?php

namespace App\Providers;

use Illuminate\Cache\RateLimiting\Limit;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\RateLimiter;
use Illuminate\Support\ServiceProvider;
use Illuminate\Validation\ValidationException;
use Symfony\Component\HttpKernel\Exception\HttpExceptionInterface;
use Throwable;

/** The API that Foyer reads: its routes, its limit, and its failures in the envelope. */
class FrontapiServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        // All calls come from one address. More than that: 429 with Retry-After, after which Foyer pauses.
        RateLimiter::for('frontapi', fn (Request $request) => Limit::perMinute(600)->by($request->ip()));

        $this->app->make(ExceptionHandler::class)->renderable(
            fn (Throwable $error, Request $request) => $request->is('frontapi/*') ? $this->failure($error) : null
        );

        $this->loadRoutesFrom(base_path('routes/frontapi.php'));
    }

    /** 404 only for what does not exist: Foyer removes it from the site. Laravel logs the error as always. */
    private function failure(Throwable $error): JsonResponse
    {
        [$status, $headers] = match (true) {
            // Not 422, which other APIs of this family send for too many calls.
            $error instanceof ValidationException => [400, []],
            $error instanceof HttpExceptionInterface => [$error->getStatusCode(), $error->getHeaders()],
            default => [500, []],
        };
        $message = in_array($status, [400, 401], true) ? $error->getMessage() : JsonResponse::$statusTexts[$status];

        return new JsonResponse(['error' => true, 'message' => $message], $status, $headers);
    }
}
