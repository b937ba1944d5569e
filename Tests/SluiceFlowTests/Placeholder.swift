// none
