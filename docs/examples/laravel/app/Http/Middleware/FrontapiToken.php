<?php

namespace App\Http\Middleware;

use Closure;
use Illuminate\Http\Request;

/** Foyer sends `Authorization: Bearer …`, as FRONTAPI_AUTHORIZATION of the site says. */
class FrontapiToken
{
    public function handle(Request $request, Closure $next)
    {
        $token = (string) config('frontapi.token');
        $isRight = $token !== '' && hash_equals($token, (string) $request->bearerToken());
        abort_unless($isRight, 401, 'the token is missing or wrong');

        return $next($request);
    }
}
