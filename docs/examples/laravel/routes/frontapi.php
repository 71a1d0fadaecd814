<?php

use App\Http\Controllers\FrontapiController;
use App\Http\Middleware\FrontapiToken;
use Illuminate\Routing\Middleware\ThrottleRequests;
use Illuminate\Support\Facades\Route;

Route::prefix('frontapi/en')
    ->middleware([FrontapiToken::class, ThrottleRequests::class.':frontapi'])
    ->where(['call' => '[A-Za-z-]+'])
    ->group(function () {
        Route::get('{call}', [FrontapiController::class, 'index']);
        Route::get('{call}/{item}', [FrontapiController::class, 'show']);
    });
